import type { Command } from "commander";
import { checks } from "../../checks/index.js";
import { reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import { formatPage } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { codeMeanings, pageOf } from "../pages.js";

const examples = `
  $ hindcast explain           the dangers that a verdict must survive
  $ hindcast explain support   what one of them looks for, when it refuses, what it cannot see
  $ hindcast explain rankInvalid`;

export const explain: CommandModule = {
  examples,
  declare(command: Command): Command {
    return command.argument("[code...]", "a reason code, as verdicts, warnings and errors give it");
  },
  async run(words, values, session) {
    readFlags(values).finish();
    const page = words.length === 0 ? overview() : await explained(words.join(" "));
    session.print(formatPage(page, session.terminal));
    return exitCodes.answered.code;
  },
};

function overview(): string {
  const rows = checks.map(({ code, title, purpose }) => `| ${code} | ${title}: ${purpose} |`);
  return [
    "# Dangers to a decision",
    "A call of better or worse is given only if it survives every danger of which the log shows a sign. `hindcast explain <code>` prints the page of one.",
    ["| code | what it is |", "|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}

/** Reports write codes as words: "list length unknown". */
const asWord = (code: string): string => code.replaceAll(/\s/g, "").toLowerCase();

async function explained(code: string): Promise<string> {
  const codeMeaning = codeMeanings.find((entry) => asWord(entry.code) === asWord(code));
  if (codeMeaning === undefined) throw unknown(code);
  const page = await pageOf(codeMeaning.code);
  return page ?? `# ${codeMeaning.code}\n\n${codeMeaning.meaning}\n\n(${codeMeaning.section})`;
}

function unknown(code: string): StudyError {
  const codes = codeMeanings.map((codeMeaning) => codeMeaning.code);
  const message = `No reason has the code ${JSON.stringify(code)}.${didYouMean(code, codes)} docs/codes.md lists all; hindcast explain without a code lists the dangers.`;
  return new StudyError(reason("unknownCode", message, { code }));
}

import type { Command } from "commander";
import { checks } from "../../checks/index.js";
import { reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import { formatPage } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { type Explained, explained, pageOf } from "../pages.js";

const examples = `
  $ hindcast explain support       a reason: what it looks for, when it refuses, what it cannot see
  $ hindcast explain dcg           an estimator: its formula, what it needs, what it assumes
  $ hindcast explain trajectory    a word
  $ hindcast explain               all that there is`;

export const explain: CommandModule = {
  examples,
  declare(command: Command): Command {
    return command.argument("[word...]", "a reason code, an estimator, a curve or a word");
  },
  async run(words, values, session) {
    readFlags(values).finish();
    const page = words.length === 0 ? overview() : await pageAbout(words.join(" "));
    session.print(formatPage(page, session.terminal));
    return exitCodes.answered.code;
  },
};

/** A table of contents: the checks that a verdict must hold under, members and words, and how other codes are found. */
function overview(): string {
  const listed = checks.map(({ code, title }) => ({ word: code, meaning: title }));
  const of = (name: string) => explained.filter(({ section }) => section === name);
  const named = (sections: RegExp): string => {
    const found = explained.filter(({ section }) => sections.test(section));
    return [...new Set(found.map(({ word }) => word))].join(", ");
  };
  return [
    "# What can be explained",
    "`hindcast explain <word>` prints the page of one: of a reason code as verdicts, warnings and errors give it (docs/codes.md lists all), of an estimator, of a curve, or of a word.",
    ...tableOf("Checks that a verdict must hold under", listed),
    ...tableOf("Estimators", of("Estimator")),
    ...tableOf("Position-bias curves", of("Position-bias curve")),
    ...tableOf("Intervals", of("Interval")),
    ...tableOf("Adjustments for many comparisons", of("Adjustment")),
    "## Columns",
    `${named(/^Column/)}.`,
    "## Words",
    `${named(/^Word$/)}.`,
  ].join("\n\n");
}

const tableOf = (
  title: string,
  rows: readonly Pick<Explained, "word" | "meaning">[],
): readonly string[] => [
  `## ${title}`,
  [
    "| word | what it is |",
    "|---|---|",
    ...rows.map(({ word, meaning }) => `| ${word} | ${meaning} |`),
  ].join("\n"),
];

/** Reports write codes as words: "list length unknown". */
const asWord = (code: string): string => code.replaceAll(/[\s-]/g, "").toLowerCase();

async function pageAbout(asked: string): Promise<string> {
  const found = explained.find(({ word }) => asWord(word) === asWord(asked));
  if (found === undefined) throw unknown(asked);
  const { word, meaning, section } = found;
  return (await pageOf(word)) ?? `# ${word}\n\n${meaning}\n\n(${section})`;
}

function unknown(code: string): StudyError {
  const words = explained.map(({ word }) => word);
  const message = `There is no explanation of ${JSON.stringify(code)}.${didYouMean(code, words)} hindcast explain without a word lists what there is.`;
  return new StudyError(reason("unknownCode", message, { code }));
}

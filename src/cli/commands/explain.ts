import type { Command } from "commander";
import { checks } from "../../checks/index.js";
import { codeSections } from "../../codes.js";
import { reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import { formatPage } from "../../report/index.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { type Explained, explained, pageOf } from "../pages.js";
import { endsAs, isWhole, studyPaths } from "../study-keys.js";

const examples = `
  $ hindcast explain support       a reason: what it looks for, when it refuses, what it cannot see
  $ hindcast explain dcg           an estimator: its formula, what it needs, what it assumes
  $ hindcast explain trajectory    a word
  $ hindcast explain               all that there is`;

export const explain: CommandModule = {
  examples,
  declare(command: Command): Command {
    return command.argument(
      "[word...]",
      "a reason code, an estimator, a curve, a key of a study or a word",
    );
  },
  async run(words, values, session) {
    readFlags(values).finish();
    const page = words.length === 0 ? overview() : await pageAbout(words.join(" "));
    session.print(formatPage(page, session.terminal));
    return exitCodes.answered.code;
  },
};

/** A table of contents: the checks that a verdict must hold under, members, columns and words, then other codes. */
function overview(): string {
  const listed = checks.map(({ code, title }) => ({ word: code, meaning: title }));
  const of = (name: string) => explained.filter(({ section }) => section === name);
  const columns = (section: string) =>
    of(section).map(({ word, meaning }) => ({ word, meaning: meaning.split(/[;:]/)[0] ?? "" }));
  const named = (rows: readonly Explained[]): string =>
    `${[...new Set(rows.map(({ word }) => word))].join(", ")}.`;
  const keys = explained.filter(({ section }) => section.startsWith("Key of"));
  const checked = new Set<string>(checks.map(({ code }) => code));
  return [
    "# What can be explained",
    "`hindcast explain <word>` prints the page of one: of a reason code as verdicts, warnings and errors give it (docs/codes.md lists all), of an estimator, of a curve, of a key of a study, or of a word.",
    ...tableOf("Checks that a verdict must hold under", listed),
    ...tableOf("Estimators", of("Estimator")),
    ...tableOf("Position-bias curves", of("Position-bias curve")),
    ...tableOf("Intervals", of("Interval")),
    ...tableOf("Adjustments for many comparisons", of("Adjustment")),
    ...tableOf("Columns of a log", columns("Column of a log")),
    ...tableOf("Columns of a policy", columns("Column of a policy")),
    "## Words",
    named(of("Word")),
    "## Other keys of a study",
    named(keys),
    "## Codes of reasons, warnings and errors",
    named(explained.filter(({ word, section }) => section in codeSections && !checked.has(word))),
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
  const meanings = meaningsOf(asked);
  if (meanings.length === 0) throw unknown(asked);
  const pages = await Promise.all(
    meanings.map(async ({ word, meaning, section, page }) => {
      const text = page === undefined ? null : await pageOf(page);
      if (text === null) return `# ${word}\n\n${meaning}\n\n(${section})`;
      return meanings.length === 1 ? text : text.replace(/^# .*$/m, `$& (${section})`);
    }),
  );
  return pages.map((page) => page.trimEnd()).join("\n\n");
}

/** All that a word, or a key of a study with or without its path, stands for. */
function meaningsOf(asked: string): readonly Explained[] {
  const whole = keysAsked((path) => asked.includes(".") && isWhole(path, asked));
  if (whole.length > 0) return whole;
  if (asked.includes(".") && studyPaths.some((path) => isWhole(path, asked))) {
    const cut = asked.lastIndexOf(".");
    const ofKey = meaningsOf(asked.slice(cut + 1));
    return ofKey.length > 0 ? ofKey : meaningsOf(asked.slice(0, cut));
  }
  const words = explained.filter(({ word }) => asWord(word) === asWord(asked));
  const all = [...new Set([...words, ...keysAsked((path) => endsAs(path, asked))])];
  // A parameter of members is a key of a study, too.
  const repeats = (key: Explained): boolean =>
    key.section.startsWith("Key of") &&
    all.some((other) => other !== key && other.meaning.includes(key.meaning));
  return all.filter((key) => !repeats(key));
}

const keysAsked = (fits: (path: string) => boolean): readonly Explained[] =>
  explained.filter(({ paths = [] }) => paths.some(fits));

function unknown(code: string): StudyError {
  const words = explained.map(({ word }) => word);
  const message = `There is no explanation of ${JSON.stringify(code)}.${didYouMean(code, words)} hindcast explain without a word lists what there is.`;
  return new StudyError(reason("unknownCode", message, { code }));
}

import type { Command } from "commander";
import type { StudyTally } from "../../evaluate/about.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { toJson } from "../../report/index.js";
import type { SavedTally } from "../../tally/tally-file.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { readFlags } from "../flag-reader.js";
import { ofTallies } from "../of-tallies.js";
import { addedTallies } from "../read-tallies.js";
import type { Session } from "../session.js";
import { diffLines, listLines, savedLine, tallyDiffs, tallyFacts } from "../tally-lines.js";

const examples = `
  $ hindcast tally list days/*.parquet
  $ hindcast tally add monday.parquet tuesday.parquet --output week.parquet
  $ hindcast tally diff october.parquet november.parquet
  $ hindcast evaluate monday.parquet tuesday.parquet        their sum, without writing it`;

const notes = `
A tally that add writes is of groups of users by day and feed, of 5 users or more each where the
files hold enough. Tallies are personal data without keys, and two of them can be subtracted:
docs/how-it-works.md says what that tells.`;

const actions = ["add", "list", "diff"] as const;

export const tally: CommandModule = {
  examples,
  notes,
  declare: (command: Command): Command =>
    command
      .argument("<action>", `what to do: ${actions.join(", ")}`)
      .argument("<tally...>", "files that --save-tally wrote (.parquet)")
      .option("-o, --output <file>", "of add: the tally to write (.parquet)")
      .option("--format <name>", "of list and diff: table or json", "table"),
  async run([word = "", ...files], options, session) {
    const flags = readFlags({ ...options, action: word });
    const action = flags.choice("action", actions);
    const output = flags.text("output");
    const format = flags.choice("format", ["table", "json"] as const) ?? "table";
    if (action === "add" && output?.endsWith(".parquet") !== true) {
      flags.fault("flag", "tally add needs --output with a .parquet file for the sum.");
    }
    if (action !== "add" && action !== undefined && output !== undefined) {
      flags.fault("flag", `tally ${action} prints, and writes no file; leave --output out.`);
    }
    if (action === "diff" && files.length !== 2) {
      flags.fault("flag", `tally diff compares two tallies; ${files.length} were given.`);
    }
    flags.finish();
    return ofTallies(files, async () => {
      if (action === "add") await add(files, output ?? "", session);
      else if (action === "list") await list(files, format, session);
      else await diff(files, format, session);
      return exitCodes.answered.code;
    });
  },
};

type Format = "table" | "json";

async function list(files: readonly string[], format: Format, session: Session): Promise<void> {
  const tallies = await concluded(files, session);
  const facts = tallies.map(({ file, tally: one, result }) => tallyFacts(file, one, result.log));
  print(facts, listLines(facts), format, session);
}

async function diff(files: readonly string[], format: Format, session: Session): Promise<void> {
  const tallies = await concluded(files, session);
  const [a, b] = tallies;
  const diffs = tallyDiffs(a?.result.verdicts ?? [], b?.result.verdicts ?? []);
  print(diffs, diffLines(diffs), format, session);
  const all = tallies.reduce((sum, { result }) => sum + result.verdicts.length, 0);
  const alone = all - 2 * diffs.length;
  if (alone > 0) session.say(`${alone} comparisons are in one of the two only, and left out.`);
  session.say("The errors are those of two logs that share no user.");
}

function print(
  facts: readonly object[],
  lines: readonly string[],
  format: Format,
  session: Session,
): void {
  session.print(`${format === "json" ? toJson(facts) : lines.join("\n")}\n`);
}

async function add(files: readonly string[], output: string, session: Session): Promise<void> {
  await session.canWrite([output]);
  const sum = await addedTallies(files, session, true);
  const { saveTally } = await session.modules.tally();
  const saved: SavedTally[] = [];
  await session.writeBy(output, async (part) => {
    saved.push(await saveTally(sum, part));
  });
  session.say(`wrote ${output}: the sum of ${files.length} tallies`);
  for (const file of saved) session.say(savedLine(file, sum.clusteredBy.role));
  session.say(`Next: ${session.command} evaluate ${output}`);
}

interface Conclusion {
  readonly file: string;
  readonly tally: StudyTally;
  readonly result: Result;
}

async function concluded(
  files: readonly string[],
  session: Session,
): Promise<readonly Conclusion[]> {
  const { readTally, conclude } = await session.modules.evaluate();
  const all: Conclusion[] = [];
  for (const file of files) {
    const one = await readTally(session.path(file));
    const result = await conclude(one, { signal: session.signal });
    all.push({ file, tally: one, result });
  }
  return all;
}

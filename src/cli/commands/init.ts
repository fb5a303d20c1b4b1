import { access } from "node:fs/promises";
import { dirname, relative, sep } from "node:path";
import type { Command } from "commander";
import { defaultEngine } from "../../engines/index.js";
import { reason, StudyError } from "../../errors.js";
import { requireNoFolder } from "../../study/folder-file.js";
import type { CommandModule } from "../command.js";
import { exitCodes } from "../exit-codes.js";
import { type FlagReader, readFlags } from "../flag-reader.js";
import { type GivenAnswers, initAnswers } from "../init-answers.js";
import { changesMade, leftOut, openQuestions } from "../init-questions.js";
import { initText } from "../init-text.js";
import { declareLogFlags, readLogFlags } from "../log-flags.js";
import type { Session } from "../session.js";

const examples = `
  $ hindcast init log.parquet
  $ hindcast init log.parquet scores.parquet        scores or ranks of all candidates, by policy
  $ hindcast init views.csv clicks.csv scores.csv   rewards in a table of their own
  $ hindcast init 'logs/*.csv' --trajectory visit --rank slot --yes --output launch.yaml`;

const notes = `
On a terminal it asks what names and numbers of columns cannot say; flags answer, too, and --yes
takes what is most likely. Look at every line before you trust an answer.`;

export const init: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    command
      .argument(
        "<file...>",
        "a log, and perhaps tables of scores or rewards (.parquet, .csv, .jsonl)",
      )
      .option("-o, --output <file>", "the study to write; an existing file is kept", "study.yaml")
      .option("-y, --yes", "ask nothing")
      .option("--rows <kind>", "what a row is: viewed (an item that was viewed) or offered")
      .option("--ranks-from <number>", "the rank of the first position in the log: 0 or 1")
      .option("--reward <column...>", "the columns with rewards");
    return declareLogFlags(command, "");
  },
  async run(files, values, session) {
    const flags = readFlags(values);
    const roles = readLogFlags(flags);
    const output = flags.text("output") ?? "study.yaml";
    const answered = answersOf(flags, roles.listLength);
    flags.finish();
    await requireFree(output, session);
    await requireNoFolder(files.map(session.path), "the log");
    const { withEngine, proposeLog } = await session.modules.evaluate();
    const named = Object.entries(roles).filter(([key]) => key !== "listLength");
    const asTyped = Object.fromEntries(named.map(([key, column]) => [key, String(column)]));
    const logProposal = await withEngine({ name: defaultEngine.name }, (engine) =>
      proposeLog(
        { engine, options: { signal: session.signal } },
        files.map(located(session)),
        asTyped,
      ),
    );
    const ask = flags.isSet("yes") ? undefined : session.ask;
    const answers = await initAnswers(logProposal, answered, ask);
    const folder = dirname(session.path(output));
    const path = (file: string): string =>
      isAddress(file) ? file : relative(folder, file).split(sep).join("/");
    const study = { proposal: logProposal, answers, path };
    await session.writeText(output, initText(study));
    const unused = leftOut(study);
    session.say(`wrote ${output}${unused === "" ? "" : `; not used: ${unused}`}`);
    for (const line of changesMade(study)) session.say(line);
    const open = openQuestions(study);
    for (const line of open) session.say(`to do: ${line}`);
    const first = open.length > 0 ? `see what ${output} marks as TO DO, then ` : "";
    session.say(`Next: ${first}${session.command} check ${output}`);
    return exitCodes.answered.code;
  },
};

function answersOf(flags: FlagReader, listLength: string | number | undefined): GivenAnswers {
  const rows = flags.choice("rows", ["viewed", "offered"] as const);
  const first = flags.choice("ranksFrom", ["0", "1"] as const);
  const rewards = flags.texts("reward");
  return {
    rows,
    listLength,
    firstRank: first === undefined ? undefined : first === "0" ? 0 : 1,
    rewards: rewards.length === 0 ? undefined : rewards,
  };
}

const isAddress = (file: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(file);

const located =
  ({ path }: Session) =>
  (file: string): string =>
    isAddress(file) ? file : path(file);

async function requireFree(output: string, { path }: Session): Promise<void> {
  const isFree = await access(path(output)).then(
    () => false,
    () => true,
  );
  if (isFree) return;
  const message = `${output} exists and is kept. Name another file with --output, or remove it.`;
  throw new StudyError(reason("flag", message, { output }));
}

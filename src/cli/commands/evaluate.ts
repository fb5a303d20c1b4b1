import type { Command } from "commander";
import { HindcastError } from "../../errors.js";
import type { StudyTally } from "../../evaluate/about.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { resultDocument, type Truth } from "../../report/index.js";
import { sandboxOf } from "../../study/sandbox-of.js";
import type { DayRange } from "../../study/study.js";
import type { SavedTally } from "../../tally/tally-file.js";
import type { CommandModule } from "../command.js";
import { exitCodeLines, exitCodes } from "../exit-codes.js";
import { collected, type FlagReader, readFlags } from "../flag-reader.js";
import { gateOf, gravestCode } from "../gate.js";
import { liveOf } from "../live-of.js";
import { ofTallies } from "../of-tallies.js";
import { declareAnswer, declareOutput, type Output, readOutput, writeDocument } from "../output.js";
import { readDays } from "../read-days.js";
import { isTally } from "../read-input.js";
import { addedTallies } from "../read-tallies.js";
import { readTruthFile } from "../read-truth-file.js";
import { declareResume, folderOfRun, type KeptRun, nothingKept, onKeeping } from "../resuming.js";
import type { Session } from "../session.js";
import { declareStudyFlags, readStudyFlags, studyFlagsGiven, withFlags } from "../study-flags.js";
import { hasOwnCurve, savedLine } from "../tally-lines.js";

const examples = `
  $ hindcast evaluate study.yaml
  $ hindcast evaluate study.yaml --save-tally november.parquet --html november.html
  $ hindcast evaluate november.parquet --confidence 0.99 --days 2026-11-08..2026-11-14
  $ hindcast evaluate monday.parquet tuesday.parquet
  $ hindcast evaluate study.yaml --what-if
  $ hindcast evaluate study.yaml --format json --output result.json
  $ hindcast evaluate study.yaml --output result.json --resume     run it again to resume
  $ hindcast evaluate study.yaml --gate candidate:like && deploy
  $ hindcast evaluate study.yaml --gate candidate --gate other:like`;

const notes = `
Exit codes:
${exitCodeLines().join("\n")}`;

/** What a user of --keep-users says in words. */
const consent = "personal-data";

export const evaluate: CommandModule = {
  examples,
  notes,
  declare(command: Command): Command {
    const input = "a study (.yaml, .json), or saved tallies (.parquet), which are added";
    declareAnswer(declareOutput(command.argument("<input...>", input), "table"))
      .option("--save-tally <file>", "keep sums of groups of users (.parquet): no log needed again")
      .option(
        "--keep-users [consent]",
        `of --save-tally: keep the rows of this run, one a user where it tells them apart; =${consent} says that you may`,
      )
      .option(
        "--fold <buckets>",
        "first make so many groups of users: 1024, 128, 64, 32, 16, 8 or 4",
      )
      .option(
        "--gate <policy[:reward]>",
        "make the policy's verdict the exit code; repeatable: the gravest counts",
        collected,
      )
      .option("--strict", "exit with 3 where any verdict is: do not trust")
      .option("--what-if", "also say what other curves would make of the verdicts")
      .option("--confidence <level>", "level of the intervals, in (0, 1)")
      .option("--baseline <policy>", "the policy that the others are compared with")
      .option("--days <days>", "values of these days alone, such as 2026-11-01..2026-11-07");
    return declareStudyFlags(declareResume(command));
  },
  run(inputs, flags, session) {
    const made = (): Promise<number> => answer(inputs, flags, session);
    return inputs.every(isTally) ? ofTallies(inputs, made) : made();
  },
};

async function answer(
  inputs: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  session: Session,
): Promise<number> {
  const options = readOptions(inputs, readFlags(flags));
  await session.canWrite([options.output.file, options.output.html, options.saveTally]);
  const { tally, checkGate, truth, kept } = await takeOrRead(inputs, flags, options, session);
  const { conclude } = await session.modules.evaluate();
  const { confidence, baseline, days, whatIf } = options;
  const base = {
    ...(confidence !== undefined && { confidence }),
    ...(baseline !== undefined && { baseline }),
    ...(days !== undefined && { days }),
    ...(whatIf && { whatIf }),
  };
  const result = await conclude(tally, { signal: session.signal, ...base });
  if (!checkGate) for (const gate of options.gates) gateOf(gate, namesIn(result));
  const { title, output } = options;
  const document = resultDocument(result, truth, title);
  const choices = { base, isWhole: output.full, title, truth, file: inputs[0] };
  const live = liveOf(tally, result, choices, session);
  await kept.until(() =>
    writeDocument(document, output, session, live).catch((error) => {
      if (!inputs.every(isTally) && options.saveTally === undefined) adviseSums(error, session);
      throw error;
    }),
  );
  sayMore(result, output, session);
  return exitCode(result, options, session);
}

/** Where a disk is full once all is computed, how the log need not be read again. */
function adviseSums(error: unknown, { say }: Session): void {
  if (!(error instanceof HindcastError) || error.code !== "diskFull") return;
  say(
    "With --save-tally <file.parquet> on a disk with room the sums are kept first, and hindcast evaluate <file.parquet> writes everything else from them without the log.",
  );
}

/** What a screen leaves out, and how to see it. */
function sayMore({ warnings }: Result, output: Output, { say }: Session): void {
  if (output.format.name !== "table" || output.file !== undefined || output.verbose) return;
  const few = `${warnings.length} warning${warnings.length === 1 ? "" : "s"}`;
  say(`${few}. All: --verbose, or --html page.html --open; a code: hindcast explain`);
}

interface Options {
  readonly output: Output;
  readonly saveTally: string | undefined;
  readonly fold: number | undefined;
  readonly keepUsers: boolean;
  readonly gates: readonly string[];
  readonly strict: boolean;
  readonly whatIf: boolean;
  readonly title: string | undefined;
  readonly confidence: number | undefined;
  readonly baseline: string | undefined;
  readonly days: DayRange | undefined;
  readonly resume: boolean;
}

function readOptions(inputs: readonly string[], flags: FlagReader): Options {
  const study = inputs.find((input) => !isTally(input));
  if (study !== undefined && inputs.length > 1) {
    const message = `${study} is not a tally (.parquet); give one study alone, or tallies, which are added.`;
    flags.fault("input", message);
  }
  const options = {
    output: readOutput(flags, "table"),
    saveTally: flags.text("saveTally"),
    fold: flags.whole("fold", 2),
    keepUsers: flags.choice("keepUsers", [consent]) !== undefined,
    gates: flags.texts("gate"),
    strict: flags.isSet("strict"),
    whatIf: flags.isSet("whatIf"),
    title: flags.text("title"),
    confidence: flags.between("confidence", 0, 1),
    baseline: flags.text("baseline"),
    days: readDays(flags),
    resume: flags.isSet("resume"),
  };
  if (options.saveTally !== undefined && !isTally(options.saveTally)) {
    flags.fault("flag", `--save-tally must name a .parquet file; it is "${options.saveTally}".`);
  }
  if (flags.isSet("keepUsers")) {
    flags.fault(
      "flag",
      `--keep-users saves a row a user: what each was shown and did by day and feed, which is personal data, though without keys; who knows some of what a user did finds the row. Where you may keep that, say --keep-users=${consent}; without the flag the tally holds groups of users.`,
    );
  } else if (options.keepUsers && options.saveTally === undefined) {
    flags.fault("flag", "--keep-users is of a saved tally; name its file with --save-tally.");
  }
  if (options.keepUsers && options.fold !== undefined) {
    flags.fault("flag", "--fold makes groups of users and --keep-users keeps each; give one.");
  }
  const names = study === undefined ? studyFlagsGiven(flags) : [];
  if (names.length > 0) {
    flags.fault(
      "flag",
      `${names.join(", ")} say how to read a log, and ${inputs[0]} is a tally, which needs none; leave them out.`,
    );
  }
  if (study === undefined && options.resume) {
    flags.fault(
      "flag",
      `--resume is of a run that reads a log, and ${inputs[0]} is a tally; leave it out.`,
    );
  }
  readStudyFlags(flags);
  flags.finish();
  return options;
}

interface GatedTally {
  readonly tally: StudyTally;
  /** False if the names in the gate still have to be compared with those of the result. */
  readonly checkGate: boolean;
  readonly truth?: readonly Truth[];
  readonly kept: KeptRun;
}

async function takeOrRead(
  inputs: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  options: Options,
  session: Session,
): Promise<GatedTally> {
  const { foldTally, saveTally, withoutOrder } = await session.modules.tally();
  const [input = ""] = inputs;
  const {
    tally: whole,
    truth,
    kept,
  } = isTally(input)
    ? {
        tally: await addedTallies(
          inputs,
          session,
          options.saveTally !== undefined && !options.keepUsers,
        ),
        truth: undefined,
        kept: nothingKept,
      }
    : await take(input, flags, options, session);
  const folded = options.fold === undefined ? whole : foldTally(whole, options.fold);
  const { saveTally: path, keepUsers } = options;
  // What is printed is what the file says, to the last bit and draw.
  const tally = keepUsers ? withoutOrder(folded) : folded;
  if (path !== undefined) {
    const saved: SavedTally[] = [];
    await session.writeBy(path, async (part) => {
      saved.push(await saveTally(tally, part, { keepUsers }));
    });
    for (const file of saved) session.say(savedLine(file, tally.clusteredBy.role, { keepUsers }));
    if (hasOwnCurve(tally)) session.say(ownCurve);
  }
  return { tally, checkGate: !isTally(input), kept, ...(truth && { truth }) };
}

const ownCurve =
  "note: its curve is fitted on this log, so that this tally adds to no other: to add tallies of days, fit it once (hindcast fit study.yaml -o fit.json) and take them with curve: { file: fit.json }";

async function take(
  input: string,
  flags: Readonly<Record<string, unknown>>,
  { gates, confidence, baseline, whatIf, resume, output }: Options,
  session: Session,
): Promise<TakenFromStudy> {
  const { readStudyFile } = await session.modules.study();
  const { withEngine, takeTally } = await session.modules.evaluate();
  const read = await readStudyFile(session.path(input));
  const fromFlags = readStudyFlags(readFlags(flags));
  const study = withFlags(read, { ...fromFlags, confidence, baseline });
  for (const gate of gates) {
    gateOf(gate, {
      policies: Object.keys(study.policies),
      rewards: Object.keys(study.log.rewards),
    });
  }
  const truth =
    study.truth === undefined
      ? undefined
      : await readTruthFile(study.truth, sandboxOf(study.engine));
  const folder = resume ? folderOfRun(output.file ?? output.html, input) : undefined;
  const { answer: tally, kept } = await withEngine(study.engine, (opened) =>
    onKeeping(opened, { study, folder }, session, (engine) => {
      const options = { engine, signal: session.signal, ...(whatIf && { whatIf }) };
      return session.long((onProgress) => takeTally(study, { ...options, onProgress }));
    }),
  );
  return { tally, truth, kept };
}

interface TakenFromStudy {
  readonly tally: StudyTally;
  readonly truth: readonly Truth[] | undefined;
  readonly kept: KeptRun;
}

function namesIn({ verdicts }: Result): { policies: string[]; rewards: string[] } {
  return {
    policies: [...new Set(verdicts.map(({ policy }) => policy))],
    rewards: [...new Set(verdicts.map(({ reward }) => reward))],
  };
}

async function exitCode(
  result: Result,
  { gates, strict }: Options,
  { modules, say }: Session,
): Promise<number> {
  const { gateExitCode } = await modules.evaluate();
  const codes = gates.map((gate) => {
    const code = gateExitCode(result, gateOf(gate, namesIn(result)));
    const exit = Object.values(exitCodes).find((each) => each.code === code);
    const also = (result.guardrails ?? []).length > 0 ? ", and every guardrail held" : "";
    const found = `better in every comparison${also}`;
    say(`gate ${gate}: exit code ${code}, ${code === 0 ? found : exit?.meaning}`);
    return code;
  });
  const isDoubted = strict && result.verdicts.some(({ verdict }) => verdict === "doNotTrust");
  return gravestCode(codes) || (isDoubted ? exitCodes.doNotTrust : exitCodes.answered).code;
}

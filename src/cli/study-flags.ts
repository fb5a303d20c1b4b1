import type { Command } from "commander";
import { reason, StudyError } from "../errors.js";
import { LOGGED } from "../log/log-spec.js";
import { didYouMean } from "../numeric/nearest-name.js";
import type { Study } from "../study/study.js";
import {
  declareEngineFlags,
  type EngineFlags,
  engineFlagsGiven,
  engineWith,
  readEngineFlags,
} from "./engine-flags.js";
import type { FlagReader } from "./flag-reader.js";

const structures = ["check", "sample", "declared"] as const;

export interface StudyFlags {
  readonly structure?: (typeof structures)[number] | undefined;
  readonly engine?: EngineFlags | undefined;
  readonly confidence?: number | undefined;
  readonly baseline?: string | undefined;
}

export const declareLogTrust = (command: Command): Command =>
  command.option("--structure <how>", `trust of the log's structure: ${structures.join(", ")}`);

export function declareStudyFlags(command: Command): Command {
  return declareEngineFlags(declareLogTrust(command));
}

export function readStudyFlags(flags: FlagReader): StudyFlags {
  return { structure: flags.choice("structure", structures), engine: readEngineFlags(flags) };
}

export function studyFlagsGiven(flags: FlagReader): readonly string[] {
  const structure = flags.text("structure") === undefined ? [] : ["--structure"];
  return [...structure, ...engineFlagsGiven(flags)];
}

/** The study with what the flags set. Throws a StudyError for a baseline that it does not know. */
export function withFlags(study: Study, flags: StudyFlags): Study {
  const { structure, engine, confidence, baseline } = flags;
  if (baseline !== undefined) checkBaseline(baseline, [LOGGED, ...Object.keys(study.policies)]);
  return {
    ...study,
    ...(confidence !== undefined && { confidence }),
    ...(baseline !== undefined && { baseline }),
    log: structure === undefined ? study.log : { ...study.log, structure },
    engine: engine === undefined ? study.engine : engineWith(study.engine, engine),
  };
}

function checkBaseline(baseline: string, names: readonly string[]): void {
  if (names.includes(baseline)) return;
  const message = `--baseline must be a policy of the study (${names.join(", ")}); it is ${JSON.stringify(baseline)}.${didYouMean(baseline, names)}`;
  throw new StudyError(reason("baseline", message, { baseline, known: [...names] }));
}

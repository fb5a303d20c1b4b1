import type { Command } from "commander";
import { reason, StudyError } from "../errors.js";
import { LOGGED } from "../log/log-spec.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { EngineSpec, Study } from "../study/study.js";
import type { FlagReader } from "./flag-reader.js";

const structures = ["check", "sample", "declared"] as const;
const names = ["structure", "engine", "threads", "memoryLimit"] as const;

/** Fields of a study that flags set. */
export interface StudyFlags {
  readonly structure?: (typeof structures)[number] | undefined;
  readonly engine?: string | undefined;
  readonly threads?: number | undefined;
  readonly memoryLimit?: string | undefined;
  readonly confidence?: number | undefined;
  readonly baseline?: string | undefined;
}

/** Declares the flags that say how a log is read. */
export function declareStudyFlags(command: Command): Command {
  return command
    .option("--structure <how>", `trust of the log's structure: ${structures.join(", ")}`)
    .option("--engine <name>", "the engine that adds up")
    .option("--threads <number>", "threads of the engine")
    .option("--memory-limit <size>", "memory of the engine, such as 8GB");
}

/** Reads the flags that say how a log is read; mistakes go to the reader. */
export function readStudyFlags(flags: FlagReader): StudyFlags {
  return {
    structure: flags.choice("structure", structures),
    engine: flags.text("engine"),
    threads: flags.whole("threads", 1),
    memoryLimit: flags.text("memoryLimit"),
  };
}

/** Those of the flags that were given, as they are typed. */
export function studyFlagsGiven(flags: FlagReader): readonly string[] {
  return names
    .filter((name) => flags.text(name) !== undefined)
    .map((name) => (name === "memoryLimit" ? "--memory-limit" : `--${name}`));
}

/** The study with what the flags set. Throws a StudyError for a baseline that it does not know. */
export function withFlags(study: Study, flags: StudyFlags): Study {
  const { structure, confidence, baseline } = flags;
  if (baseline !== undefined) checkBaseline(baseline, [LOGGED, ...Object.keys(study.policies)]);
  return {
    ...study,
    ...(confidence !== undefined && { confidence }),
    ...(baseline !== undefined && { baseline }),
    log: structure === undefined ? study.log : { ...study.log, structure },
    engine: engineWith(study.engine, flags),
  };
}

function engineWith(
  engine: EngineSpec,
  { engine: name, threads, memoryLimit }: StudyFlags,
): EngineSpec {
  return {
    ...engine,
    ...(name !== undefined && { name }),
    ...(threads !== undefined && { threads }),
    ...(memoryLimit !== undefined && { memoryLimit }),
  };
}

function checkBaseline(baseline: string, known: readonly string[]): void {
  if (known.includes(baseline)) return;
  const nearest = nearestName(baseline, known);
  const hint = nearest === undefined ? "" : ` Did you mean ${JSON.stringify(nearest)}?`;
  const message = `--baseline must be a policy of the study (${known.join(", ")}); it is ${JSON.stringify(baseline)}.${hint}`;
  throw new StudyError(reason("baseline", message, { baseline, known: [...known] }));
}

import type { Command } from "commander";
import { reason, StudyError } from "../errors.js";
import { LOGGED } from "../log/log-spec.js";
import { nearestName } from "../numeric/nearest-name.js";
import type { EngineSpec, Study } from "../study/study.js";
import type { FlagReader } from "./flag-reader.js";

const structures = ["check", "sample", "declared"] as const;
const names = ["structure", "engine", "threads", "memoryLimit", "sums"] as const;

/** Fields of a study that flags set. */
export interface StudyFlags {
  readonly structure?: (typeof structures)[number] | undefined;
  readonly engine?: string | undefined;
  readonly threads?: number | undefined;
  readonly memoryLimit?: string | undefined;
  /** Results of statements that were run elsewhere, in place of an engine. */
  readonly sums?: readonly string[] | undefined;
  readonly confidence?: number | undefined;
  readonly baseline?: string | undefined;
}

/** Declares the flag that says how far a log is trusted. */
export const declareLogTrust = (command: Command): Command =>
  command.option("--structure <how>", `trust of the log's structure: ${structures.join(", ")}`);

/** Declares the flags that say how a log is read. */
export function declareStudyFlags(command: Command): Command {
  return declareLogTrust(command)
    .option("--engine <name>", "the engine that adds up, or a server's address (sc://…, https://…)")
    .option("--threads <number>", "threads of the engine")
    .option("--memory-limit <size>", "memory of the engine, such as 8GB")
    .option("--sums <files...>", "no engine: results of the statements that hindcast sql printed");
}

/** Reads the flags that say how a log is read; mistakes go to the reader. */
export function readStudyFlags(flags: FlagReader): StudyFlags {
  const sums = flags.texts("sums");
  const engine = flags.text("engine");
  if (sums.length > 0 && engine !== undefined) {
    flags.fault("flag", "--sums takes the place of an engine; leave --engine out.");
  }
  return {
    structure: flags.choice("structure", structures),
    engine,
    sums: sums.length > 0 ? sums : undefined,
    threads: flags.whole("threads", 1),
    memoryLimit: flags.text("memoryLimit"),
  };
}

/** Those of the flags that were given, as they are typed. */
export function studyFlagsGiven(flags: FlagReader): readonly string[] {
  return names
    .filter((name) => flags.text(name) !== undefined || flags.texts(name).length > 0)
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

/** An engine that is named anew begins without the options of the study's. */
function engineWith(
  engine: EngineSpec,
  { engine: name, sums, threads, memoryLimit }: StudyFlags,
): EngineSpec {
  if (sums !== undefined) return { name: "sums", files: sums };
  const isAnother = name !== undefined && name !== engine.name;
  return {
    ...(isAnother ? { name } : engine),
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

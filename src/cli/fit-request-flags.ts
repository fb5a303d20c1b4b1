import type { Command } from "commander";
import { fittableCurves, measuredCurve, tails } from "../exposure/index.js";
import type { FitRequest } from "../study/study.js";
import type { FlagReader } from "./flag-reader.js";

const table = measuredCurve.name;
const models = fittableCurves.map(({ name }) => name);

export function declareFitFlags(command: Command): Command {
  return command
    .option("--model <name>", `the model to keep: ${models.join(", ")}`)
    .option(
      "--tail <name>",
      "with --model table: the model that continues the table at ranks with few views",
    )
    .option("--after <rank>", "the rank after which the tail begins")
    .option(
      "--support <views>",
      "with --model table: the fewest views that a rank needs (default: 50)",
    )
    .option("--cutoff <rank>", "the last rank that can be viewed, of whatever model is kept");
}

/** Which curve to keep, and the last rank of whatever curve is kept. */
export interface FitFlags {
  readonly curve?: FitRequest;
  readonly cutoff?: number;
}

/** Reads them as a study's `log.exposure.curve: { fit, tail, after, cutoff, support }`. */
export function readFitFlags(flags: FlagReader): FitFlags {
  const model = flags.choice("model", models);
  const tail = flags.choice("tail", tails);
  const after = flags.whole("after", 1);
  const support = flags.whole("support", 1);
  const cutoff = flags.whole("cutoff", 1);
  checkTogether(flags);
  const last = cutoff === undefined ? {} : { cutoff };
  if (model === undefined) return last;
  const curve = {
    fit: model,
    ...(tail !== undefined && { tail }),
    ...(after !== undefined && { after }),
    ...(support !== undefined && { support }),
  };
  return { curve, ...last };
}

function checkTogether(flags: FlagReader): void {
  const flagsIn = (names: readonly string[]): readonly string[] =>
    names.filter((name) => flags.text(name) !== undefined).map((name) => `--${name}`);
  const model = flags.text("model");
  const ofTable = flagsIn(["tail", "after", "support"]);
  if (model === undefined && ofTable.length > 0) {
    const message = `${ofTable.join(", ")} say how a measured table is fitted; give --model ${table}, too.`;
    flags.fault("flag", message);
  } else if (model !== table && ofTable.length > 0) {
    const message = `${ofTable.join(", ")} are of a measured table, and --model is ${JSON.stringify(model)}; leave them out, or give --model ${table}.`;
    flags.fault("flag", message);
  } else if (flags.text("after") !== undefined && flags.text("tail") === undefined) {
    flags.fault(
      "flag",
      `--after says where a tail begins; give --tail, one of ${tails.join(", ")}.`,
    );
  }
}

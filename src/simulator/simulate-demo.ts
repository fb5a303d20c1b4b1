import { type OutcomeSum, sumOutcome } from "./outcome.js";
import { presetWorld } from "./presets.js";
import { simulate } from "./simulate.js";
import type { World } from "./world.js";
import { impressionColumns } from "./world-columns.js";
import { type KnownAnswer, knownAnswers } from "./world-folder-file.js";
import { worldStudy } from "./world-study.js";
import type { LogColumn } from "./write-parquet-file.js";
import { writeParquetFile } from "./write-parquet-file.js";

/** What to simulate and where to put it. Without a size: the demonstration's own. */
export interface DemoOptions {
  readonly seed: number;
  readonly users?: number;
  /** In place of users: about so many. */
  readonly impressions?: number;
  /** The Parquet file to write. */
  readonly output: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly rows: number }) => void;
}

/** A log on the disk, the study that reads it, and what is true of it. */
export interface Demo {
  readonly impressions: number;
  readonly trajectories: number;
  readonly truth: readonly KnownAnswer[];
  /** In the shape of a study file; its source is the output's base name. */
  readonly study: Record<string, unknown>;
}

/**
 * Writes the log of the demonstration's world (over a million impressions unless a size is given) to one file and
 * returns its truth and its study. The same options write the same bytes. Throws a StudyError where the world cannot
 * be or the file not be written, and the signal's reason where it fires; then no file is left.
 */
export async function simulateDemo({ output, ...options }: DemoOptions): Promise<Demo> {
  const { users, impressions, signal, onProgress } = options;
  const world = presetWorld("demo", {
    ...(users !== undefined && { users }),
    ...(impressions !== undefined && { impressions }),
  });
  const sum = sumOutcome(world);
  await writeParquetFile(output, columnsOf(world, options, sum), {
    ...(signal && { signal }),
    onRows: (rows) => onProgress?.({ rows }),
  });
  const outcome = sum.outcome();
  return {
    impressions: outcome.impressions,
    trajectories: outcome.trajectories,
    truth: knownAnswers(world, outcome.truth),
    study: demoStudy(world, output.replace(/^.*[\\/]/, "")),
  };
}

async function* columnsOf(
  world: World,
  { seed, signal }: Pick<DemoOptions, "seed" | "signal">,
  sum: OutcomeSum,
): AsyncGenerator<readonly LogColumn[]> {
  for await (const batch of simulate(world, { seed, ...(signal && { signal }) })) {
    sum.add(batch);
    yield impressionColumns(world, batch.impressions);
  }
}

/** The study of the world with the estimators that the demonstration compares; nothing is known of arms or truth. */
function demoStudy(world: World, source: string): Record<string, unknown> {
  const { online: _online, truth: _truth, log, ...study } = worldStudy(world, false);
  const estimators = ["mean", "dcg", "snips", "ndcg"];
  return { log: { ...(log as object), source }, ...study, estimators };
}

import { reason, StudyError } from "../../errors.js";
import { LOGGED } from "../../log/log-spec.js";
import type { LogColumn } from "../log-column.js";
import { expectedViews, survival } from "../survival.js";
import { writeParquetFile } from "../write-parquet-file.js";
import { demoStudy, production } from "./demo-study.js";
import { demoWorld } from "./demo-world.js";
import { logColumns } from "./log-columns.js";
import type { SessionBatch } from "./session-batch.js";
import { sessions } from "./sessions.js";
import { sumTruth, type Truth } from "./truth.js";
import type { DemoWorld } from "./world.js";

/** What to simulate and where to put it. Without a size: the demonstration's 82,000 users. */
export interface DemoOptions {
  readonly seed: number;
  readonly users?: number;
  /** Stops after the user with whom so many impressions are reached. */
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
  /** Exact for the simulated sessions: `se` is null. */
  readonly truth: readonly Truth[];
  /** E[T]: expected views per trajectory, by feed; the same under every policy. */
  readonly views: readonly { readonly feed: string; readonly value: number }[];
  /** In the shape of a study file; its source is the output's base name. */
  readonly study: Record<string, unknown>;
}

/**
 * Writes the demonstration's log (over a million impressions unless a size is given) and returns
 * its truth and its study. The same options write the same bytes. Throws a StudyError for a
 * seed or size that is not a whole number (sizes: at least 1), and the signal's reason where it fires; then no file
 * is left.
 */
export async function simulateDemo(options: DemoOptions): Promise<Demo> {
  checkSeed(options.seed);
  checkSize("users", options.users);
  checkSize("impressions", options.impressions);
  const world = sizedWorld(options);
  const truth = sumTruth(world);
  let trajectories = 0;
  const columns = columnsOf(world, options, (batch) => {
    truth.add(batch);
    trajectories += batch.trajectories.count;
  });
  const impressions = await writeParquetFile(options.output, columns, {
    ...(options.signal && { signal: options.signal }),
    onRows: (rows) => options.onProgress?.({ rows }),
  });
  return {
    impressions,
    trajectories,
    truth: [...truth.rows(), ...ofProduction(truth.rows())],
    views: world.feeds.map(({ name, curve, listLength }) => ({
      feed: name,
      value: expectedViews(survival(curve, listLength)),
    })),
    study: demoStudy(world, options.output.replace(/^.*[\\/]/, "")),
  };
}

/** What is true of the logging policy, under the name that the study gives it. */
const ofProduction = (truth: readonly Truth[]): readonly Truth[] =>
  truth.filter(({ policy }) => policy === LOGGED).map((row) => ({ ...row, policy: production }));

function sizedWorld({ users, impressions }: DemoOptions): DemoWorld {
  if (users !== undefined) return { ...demoWorld, users };
  return impressions === undefined ? demoWorld : { ...demoWorld, users: Infinity };
}

function* columnsOf(
  world: DemoWorld,
  { seed, impressions }: DemoOptions,
  onBatch: (batch: SessionBatch) => void,
): Generator<readonly LogColumn[]> {
  const limit = impressions === undefined ? {} : { impressions };
  for (const batch of sessions(world, seed, limit)) {
    onBatch(batch);
    yield logColumns(world, batch);
  }
}

function checkSeed(seed: number): void {
  if (Number.isSafeInteger(seed)) return;
  throw new StudyError(reason("seed", `seed must be a whole number; it is ${seed}.`, { seed }));
}

function checkSize(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  const message = `${name} must be a whole number of at least 1; it is ${value}.`;
  throw new StudyError(reason("size", message, { [name]: value }));
}

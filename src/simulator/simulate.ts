import { reason, StudyError } from "../errors.js";
import { type Block, blockUsers, playBlock } from "./block.js";
import { playBlocks } from "./blocks-file.js";
import { checkWorld } from "./check-world.js";
import { type Impressions, joined } from "./impressions.js";
import { type Outcome, sumOutcome } from "./outcome.js";
import { openSimulation } from "./simulation.js";
import type { World } from "./world.js";

/** From which seed, and how to stop. */
export interface SimulateOptions {
  /** A whole number: the same one gives the same bytes. */
  readonly seed: number;
  /** How many threads play; one for each core unless this says otherwise. The bytes do not depend on it. */
  readonly threads?: number;
  /** Also give every candidate of the trajectories in the log. */
  readonly candidates?: boolean;
  readonly signal?: AbortSignal;
}

/** Whole users of a simulation, in order: their rows of the log, and sums for `sumOutcome`. */
export type SimulationBatch = Block;

/**
 * The log of a world in batches of 4,096 users, in memory that does not grow with the number of users: rows of the
 * logging policy's arm, with the ranks of every other policy, and sums of what each arm saw online and of what is
 * true (`sumOutcome` adds them). Throws a StudyError for a world that cannot be, and the signal's reason.
 */
export async function* simulate(
  world: World,
  { seed, threads, candidates = false, signal }: SimulateOptions,
): AsyncGenerator<SimulationBatch, void, undefined> {
  const task = { world: checkWorld(world), seed: checkSeed(seed), want: { candidates } };
  checkThreads(threads);
  yield* playBlocks(task, Math.ceil(world.users / blockUsers), threads, signal);
}

function checkSeed(seed: number): number {
  if (Number.isSafeInteger(seed)) return seed;
  throw new StudyError(reason("seed", `seed must be a whole number; it is ${seed}.`, { seed }));
}

function checkThreads(threads: number | undefined): void {
  if (threads === undefined || (Number.isSafeInteger(threads) && threads >= 1)) return;
  const message = `threads must be a whole number of at least 1; it is ${threads}.`;
  throw new StudyError(reason("world", message, { threads }));
}

/** A whole simulation in memory. */
export interface Simulated extends Outcome {
  readonly log: Impressions;
}

/** Plays a world at once: for small worlds and tests. Throws as `simulate` does. */
export function simulateWhole(world: World, seed: number): Simulated {
  const simulation = openSimulation(checkWorld(world), checkSeed(seed));
  const sum = sumOutcome(world);
  const blocks = Array.from({ length: Math.ceil(world.users / blockUsers) }, (_, block) => {
    const played = playBlock(simulation, block);
    sum.add(played);
    return played.impressions;
  });
  return { log: joined(world, blocks), ...sum.outcome() };
}

import { type Block, blockUsers, playBlock } from "./block.js";
import { checkWorld } from "./check-world.js";
import { type Impressions, joined } from "./impressions.js";
import { type Outcome, sumOutcome } from "./outcome.js";
import { openSimulation } from "./simulation.js";
import type { World } from "./world.js";

/** From which seed, and how to stop. */
export interface SimulateOptions {
  /** A whole number: the same one gives the same bytes. */
  readonly seed: number;
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
  { seed, signal }: SimulateOptions,
): AsyncGenerator<SimulationBatch, void, undefined> {
  const simulation = openSimulation(checkWorld(world), seed);
  for (let block = 0; block * blockUsers < world.users; block++) {
    signal?.throwIfAborted();
    yield playBlock(simulation, block);
    await pause();
  }
}

/** Lets other work have its turn. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** A whole simulation in memory. */
export interface Simulated extends Outcome {
  readonly log: Impressions;
}

/** Plays a world at once: for small worlds and tests. Throws as `simulate` does. */
export function simulateWhole(world: World, seed: number): Simulated {
  const simulation = openSimulation(checkWorld(world), seed);
  const sum = sumOutcome(world);
  const blocks = Array.from({ length: Math.ceil(world.users / blockUsers) }, (_, block) => {
    const played = playBlock(simulation, block);
    sum.add(played);
    return played.impressions;
  });
  return { log: joined(world, blocks), ...sum.outcome() };
}

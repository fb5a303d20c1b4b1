import { createRandom } from "../../random/index.js";
import { drawContext } from "./draw-context.js";
import { rankCandidates } from "./rank-candidates.js";
import { recordSession } from "./record-session.js";
import { emptyBatch, type SessionBatch } from "./session-batch.js";
import { type Stage, stagesOf } from "./stage.js";
import { drawStories } from "./stories.js";
import { drawVisitor, type Visitor } from "./visitor.js";
import type { DemoWorld } from "./world.js";

const batchRows = 50_000;

/** Stops after the user with whom the log reaches so many impressions. */
export interface SessionLimit {
  readonly impressions?: number;
}

/**
 * The log of a world in batches of about 50,000 impressions, whole users in order, in memory that
 * does not grow with the log. DemoWorld, seed and limit decide every byte; a longer log begins with the
 * shorter one's rows.
 */
export function* sessions(
  world: DemoWorld,
  seed: number,
  limit: SessionLimit = {},
): Generator<SessionBatch, void, undefined> {
  const simulation = start(world, seed);
  const wanted = limit.impressions ?? Infinity;
  let batch = emptyBatch(world, simulation.capacity);
  let rows = 0;
  for (let user = 1; user <= world.users && rows < wanted; user++) {
    const visitor = drawVisitor(world, simulation.root, user);
    for (const day of visitor.days) {
      const before = batch.impressions.count;
      simulateVisit(simulation, batch, visitor, user, day);
      rows += batch.impressions.count - before;
      if (batch.impressions.count < batchRows) continue;
      yield batch;
      batch = emptyBatch(world, simulation.capacity);
    }
  }
  if (batch.impressions.count > 0) yield batch;
}

interface Simulation {
  readonly world: DemoWorld;
  readonly root: ReturnType<typeof createRandom>;
  readonly stories: ReturnType<typeof drawStories>;
  readonly stages: readonly Stage[];
  readonly capacity: number;
  readonly firstDay: number;
  session: number;
}

function start(world: DemoWorld, seed: number): Simulation {
  const stages = stagesOf(world);
  return {
    world,
    root: createRandom(seed).fork(`world ${world.name}`),
    stories: drawStories(world),
    stages,
    capacity: batchRows + Math.max(...stages.map((stage) => stage.shown)),
    firstDay: Date.parse(`${world.firstDay}T00:00:00Z`) / 86_400_000,
    session: 0,
  };
}

function simulateVisit(
  simulation: Simulation,
  batch: SessionBatch,
  visitor: Visitor,
  user: number,
  day: number,
): void {
  const { world, stories, stages, firstDay } = simulation;
  const stage = pickStage(stages, visitor.context.next());
  drawContext(stage, world, stories, visitor);
  rankCandidates(stage, stories, world.logger.temperature, visitor.ranker);
  const session = ++simulation.session;
  const seen = { visitor, user, session, day: firstDay + day };
  recordSession(batch, stage, seen, world.rewards.secondsSpread);
}

function pickStage(stages: readonly Stage[], u: number): Stage {
  let left = u;
  for (const stage of stages) {
    left -= stage.feed.share;
    if (left < 0) return stage;
  }
  return stages[stages.length - 1] as Stage;
}

import { poisson, type Random } from "../../random/index.js";
import type { DemoWorld } from "./world.js";

/** One user with streams of chance per purpose, so that no purpose disturbs another. */
export interface Visitor {
  readonly level: number;
  readonly taste: Float64Array;
  /** The day of each session, from 0, in order. */
  readonly days: Int32Array;
  readonly context: Random;
  readonly ranker: Random;
  readonly depth: Random;
  readonly rewards: Random;
}

/** Draws user number `user` of the simulation: the same one whatever other users do. */
export function drawVisitor(world: DemoWorld, root: Random, user: number): Visitor {
  const own = root.fork(`user ${user}`);
  const context = own.fork("context");
  const level = world.rewards.user * context.normal();
  const taste = new Float64Array(world.catalogue.topics);
  for (let topic = 0; topic < taste.length; topic++) {
    taste[topic] = world.rewards.topic * context.normal();
  }
  return {
    level,
    taste,
    days: drawDays(world, context),
    context,
    ranker: own.fork("ranker"),
    depth: own.fork("depth"),
    rewards: own.fork("rewards"),
  };
}

function drawDays({ visits, days }: DemoWorld, random: Random): Int32Array {
  if (visits.kind === "daily") return Int32Array.from({ length: days }, (_, day) => day);
  const length = 1 + poisson(visits.extra, random);
  return Int32Array.from({ length }, () => random.integer(days)).sort();
}

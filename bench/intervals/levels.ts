import { intervals } from "../../src/inference/intervals/index.js";
import { lessBy } from "../../src/inference/intervals/interval.js";
import { writeLevels } from "../levels/rows.js";
import { candidates, differencesOf, truthOf } from "./world.js";

/** The level at which the interval of a log just touches the truth, by method and candidate. */
export function touchesOf(users: number, seed: number): readonly Touch[] {
  const all = differencesOf(users, seed);
  return Object.keys(candidates).flatMap((candidate) => {
    const of = all.get(candidate);
    if (of === undefined) return [];
    const less = lessBy(of, truthOf(candidate));
    return intervals.map((method) => ({
      candidate,
      method: method.name,
      touch: 1 - method.p(less),
    }));
  });
}

export interface Touch {
  readonly candidate: string;
  readonly method: string;
  readonly touch: number;
}

/** Writes coverage at all levels of every method: docs/data/coverage-levels.csv. */
export function writeTouches(users: number, touches: readonly Touch[]): void {
  const cells = Object.keys(candidates).flatMap((candidate) =>
    intervals.map(({ name: method }) => ({ candidate, method })),
  );
  writeLevels(
    cells.map(({ candidate, method }) => ({
      of: {
        users: String(users),
        sessions: "several",
        predictions: "none",
        method,
        family: "methods",
        estimator: "dcg",
        of: `${candidate} − logged`,
        estimand: "perTrajectory",
      },
      touches: touches
        .filter((each) => each.method === method && each.candidate === candidate)
        .map(({ touch }) => touch),
    })),
  );
}

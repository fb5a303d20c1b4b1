import { describe, expect, test } from "vitest";
import type { Impressions } from "./impressions.js";
import { meanOfMoments } from "./moments.js";
import { drawPerson } from "./person.js";
import { feedWorld } from "./presets.js";
import { simulateWhole } from "./simulate.js";
import { openSimulation } from "./simulation.js";
import { addTrajectory, closeUser, emptySheet, momentsAt } from "./totals.js";
import type { World } from "./world.js";

const base: World = {
  ...feedWorld,
  users: 4_096,
  feeds: feedWorld.feeds.slice(0, 1).map((feed) => ({ ...feed, candidates: 10, popular: 5 })),
  rewards: feedWorld.rewards.slice(0, 1),
};

/** P(view) by rank, as the log shows it for all its users. */
function measured(log: Impressions, length: number): Float64Array {
  const views = new Float64Array(length);
  for (const position of log.position.subarray(0, log.count)) {
    views[position - 1] = (views[position - 1] ?? 0) + 1;
  }
  const first = views[0] ?? 1;
  return views.map((count) => count / first);
}

/** The curve of each user alone, where depth depends on a trait: p(r) to the power of exp(−dial · trait). */
function ownCurves(dials: World["dials"]): (user: number) => Float64Array {
  const { chance, person, spread, visits } = openSimulation({ ...base, dials }, 5);
  const p = visits[0]?.p ?? new Float64Array();
  return (user) => {
    drawPerson(person, base, spread, user, chance);
    return p.map((view) => view ** Math.exp(-(dials.depthByTrait ?? 0) * person.trait));
  };
}

/**
 * How far the candidate's gain by rewards times p(target rank) / p(position) − 1 is from the true one, in standard
 * errors, and the true one in the same unit.
 */
function errorOf(
  dials: World["dials"],
  curveOf?: (user: number) => Float64Array,
): { readonly error: number; readonly gain: number } {
  const { log, truth } = simulateWhole({ ...base, dials }, 5);
  let p = measured(log, 10);
  const sheet = emptySheet(1, 1, 1);
  let [user, change] = [0, 0];
  for (let row = 0; row < log.count; row++) {
    if (log.user[row] !== user) {
      closeUser(sheet);
      user = log.user[row] ?? 0;
      p = curveOf?.(user) ?? p;
    }
    const target = p[(log.ranks[0]?.[row] ?? 0) - 1] ?? 0;
    const weight = target / (p[(log.position[row] ?? 0) - 1] ?? 1);
    change += (weight - 1) * (log.rewards[0]?.[row] ?? 0);
    if (log.session[row + 1] === log.session[row]) continue;
    addTrajectory(sheet, 0, 0, Float64Array.of(change));
    change = 0;
  }
  closeUser(sheet);
  const found = meanOfMoments(momentsAt(sheet.all, sheet, 0, 1, 0));
  const [se, value] = [found?.standardError ?? Number.NaN, found?.mean ?? Number.NaN];
  const of = (policy: string): number =>
    truth.find((row) => row.policy === policy && row.day === null)?.mean ?? Number.NaN;
  const gain = of("candidate") - of("production");
  return { error: (value - gain) / se, gain: gain / se };
}

describe("weights by the curve of all users", () => {
  test("hit the truth with every dial at 0", () => {
    const { error, gain } = errorOf({});
    expect(Math.abs(error)).toBeLessThan(3);
    expect(gain).toBeGreaterThan(4);
  });

  test.each([["depthByTrait"], ["rewardByTrait"]])("hit the truth with %s alone", (name) => {
    expect(Math.abs(errorOf({ [name]: 1 }).error)).toBeLessThan(3);
  });

  test("miss it where users who scroll further give more", () => {
    expect(errorOf({ depthByTrait: 1, rewardByTrait: 1.5 }).error).toBeGreaterThan(4);
  });

  test("of every user alone hit it there", () => {
    const dials = { depthByTrait: 1, rewardByTrait: 1.5 };
    expect(Math.abs(errorOf(dials, ownCurves(dials)).error)).toBeLessThan(3);
  });

  test("are too low where retrieval of the logger misses items", () => {
    expect(errorOf({ missedItems: 0.8 }).error).toBeLessThan(-8);
  });

  test("miss the truth under trust bias", () => {
    expect(Math.abs(errorOf({ trustInRank: 0.5 }).error)).toBeGreaterThan(4);
  });

  test("take the order of models for what is shown where the product reorders", () => {
    expect(errorOf({ reordering: 0.8 }).error).toBeGreaterThan(3);
  });

  test("of ranks among viewed items say nothing of the truth", () => {
    expect(Math.abs(errorOf({ ranksOfViewed: 1 }).error)).toBeGreaterThan(4);
  });
});

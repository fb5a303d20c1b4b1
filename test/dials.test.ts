import { afterAll, beforeAll, expect, it } from "vitest";
import { cases } from "../bench/worlds/cases.js";
import { type Observation, observe } from "../bench/worlds/observe.js";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { dials, type World } from "../src/simulator/index.js";
import type { Engine } from "../src/sql/engine.js";
import { coverageTolerance } from "./fixture/coverage-tolerance.js";
import { inTurn, isThorough, repetitions } from "./fixture/property.js";

// What of a broken assumption shows in the log: the danger that finds it, in most logs; in a world where all hold,
// seldom. `npm run study:worlds` has every dial with its estimates.

let engine: Engine;
beforeAll(async () => {
  engine = await createDuckdbEngine({ threads: 1 });
});
afterAll(() => engine.close());

const logs = repetitions(1, 6);
const seeds = Array.from({ length: logs }, (_, at) => at + 1);

/** The base of the study, with dials at their strong values. */
function worldOf(names: readonly string[]): World {
  const strong = names.map((name) => [name, dials.find((dial) => dial.name === name)?.strong ?? 0]);
  const [base] = cases;
  if (base === undefined) throw new Error("the study has a world without dials");
  return { ...base.world, dials: Object.fromEntries(strong) };
}

const found = (world: World, seed: number): ReturnType<typeof observe> =>
  observe(world, seed, new Map(), engine);

/** Dials whose sign the log holds, by the danger that finds it; the others leave none, as docs/worlds.md says. */
const matching = [
  ["tasteWithDepth", ["depthByTrait", "rewardByTrait"]],
  ["ranksAmongViewed", ["ranksOfViewed"]],
  ["cutAtRandom", ["sessionsCut"]],
  ["stopsOnReward", ["stopsAfterReward"]],
  ["stopsOnReward", ["entryByReward"]],
  ["support", ["missedItems"]],
  ["support", ["newItems"]],
  ["excessWeight", ["rewardedRowsOnly"]],
  ["robots", ["robotUser"]],
  ["rareRewards", ["paretoReward"]],
] as const;

/** Dangers that are tests, with a level: support is measured. */
const tests: ReadonlySet<string> = new Set(
  matching.map(([check]) => check).filter((check) => check !== "support"),
);

/** What else a dial truly brings about: sessions that end on a reward are short where tastes are strong. */
const brings: Readonly<Record<string, readonly string[]>> = {
  stopsAfterReward: ["tasteWithDepth"],
  entryByReward: ["tasteWithDepth"],
};

const isSign = ({ signs }: Observation, check: string): boolean =>
  (signs as readonly string[]).includes(check);

it.each(inTurn(matching, matching.length, 3))(
  "%s finds %j in more than .8 of logs, and other tests seldom find anything",
  async (check, names) => {
    const world = worldOf(names);
    let hits = 0;
    const lines: Observation[] = [];
    for (const seed of seeds) {
      const seen = await found(world, seed);
      if (typeof seen === "string") continue;
      lines.push(...seen);
      if (seen.some((line) => isSign(line, check))) hits += 1;
    }
    expect(hits / logs).toBeGreaterThan(0.8);
    if (!isThorough) return;
    const expected = [check, ...names.flatMap((name) => brings[name] ?? [])];
    for (const other of tests) {
      if (expected.includes(other)) continue;
      const share = lines.filter((line) => isSign(line, other)).length / lines.length;
      expect(share, other).toBeLessThan(0.07 + coverageTolerance(0.07, logs));
    }
  },
  300_000,
);

it.runIf(isThorough)(
  "without a dial, dangers that are tests keep silent in most lines, and no line is refused trust",
  async () => {
    const lines: Observation[] = [];
    for (const seed of seeds) {
      const seen = await found(worldOf([]), seed);
      expect(typeof seen).not.toBe("string");
      lines.push(...(seen as readonly Observation[]));
    }
    const most = 0.07 + coverageTolerance(0.07, logs);
    for (const check of tests) {
      const share = lines.filter((line) => isSign(line, check)).length;
      expect(share / lines.length, check).toBeLessThan(most);
    }
    expect(
      lines.filter(({ verdict }) => verdict === "doNotTrust").length / lines.length,
    ).toBeLessThan(0.07);
  },
  300_000,
);

it("a log of all offered rows is refused, since nobody stops in it", async () => {
  expect(await found(worldOf(["allOfferedRows"]), 1)).toBe("noStops");
});

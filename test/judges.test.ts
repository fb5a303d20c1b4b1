import { describe, expect, it } from "vitest";
import { type Columns, drawLogs } from "../bench/estimator-coverage/draw-log.js";
import { truthOf } from "../bench/estimator-coverage/truth.js";
import { curve, segments } from "../bench/estimator-coverage/world.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { readStudy } from "../src/study/read-study.js";
import { repetitions } from "./fixture/property.js";

// A judge's score (an LLM's, or any model's) as the prediction of `dr`: what it may get wrong, and what it may not.
interface Row {
  readonly quality: number;
  readonly rank: number;
  readonly like: number;
  readonly isViewed: boolean;
}

const judges = {
  right: ({ quality }: Row) => quality,
  constant: () => 0.25,
  opposite: ({ quality }: Row) => 0.9 - 1.5 * quality,
  seesRank: ({ quality, rank }: Row) => quality + (rank === 1 ? 0.4 : 0),
  memorised: ({ like, isViewed }: Row) => (isViewed ? like : 0),
};
type Judge = keyof typeof judges;

const logs = repetitions(16, 120);
const drawn = drawLogs({ users: 200, isClustered: false }, [...Array(logs).keys()]);
const truth = truthOf("drawn", "ips", {});

const judged = (judge: Judge): Columns => {
  const at = (name: string, row: number): number => Number(drawn[name]?.[row]);
  const q = (drawn.q ?? []).map((_, row) =>
    judges[judge]({
      quality: segments[at("segment", row)]?.quality[at("item", row)] ?? 0,
      rank: at("rank", row),
      like: at("like", row),
      isViewed: at("viewed", row) === 1,
    }),
  );
  return { ...drawn, q };
};

interface Trial {
  /** In standard errors of the mean over logs. */
  readonly bias: number;
  /** The share of intervals that hold the truth. */
  readonly covers: number;
  readonly width: number;
  /** Whether the result of all logs together says that estimators disagree. */
  readonly disagrees: boolean;
}

async function trialOf(judge: Judge): Promise<Trial> {
  const { estimates, diagnostics } = await evaluate(
    readStudy({
      log: {
        source: { rows: judged(judge) },
        trajectory: "session",
        day: "day",
        item: "item",
        rank: "rank",
        rows: "offered",
        viewed: "viewed",
        listLength: 5,
        rewards: { like: { column: "like", prediction: "q" } },
        exposure: { column: "exposure", curve },
      },
      policies: { drawn: { exposure: "exposure_drawn" } },
      estimators: ["ips", "dr"],
    }),
  );
  const found = estimates.flatMap((row) =>
    row.policy === "drawn" &&
    row.estimator === "dr" &&
    row.day !== null &&
    "value" in row &&
    row.withheld === undefined
      ? [row]
      : [],
  );
  expect(found).toHaveLength(logs);
  const mean = found.reduce((sum, { value }) => sum + value, 0) / logs;
  const spread = Math.sqrt(
    found.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (logs - 1),
  );
  return {
    bias: (mean - truth) / (spread / Math.sqrt(logs)),
    covers:
      found.filter(({ interval: [low, high] }) => low <= truth && truth <= high).length / logs,
    width: found.reduce((sum, { interval: [low, high] }) => sum + high - low, 0) / logs,
    disagrees: diagnostics.some(
      ({ code, policy }) => code === "estimatorsDisagree" && policy === "drawn",
    ),
  };
}

const trials = new Map<Judge, Promise<Trial>>();
function trial(judge: Judge): Promise<Trial> {
  const run = trials.get(judge) ?? trialOf(judge);
  trials.set(judge, run);
  return run;
}

describe("a judge's score as the prediction of dr", () => {
  it("costs width where it is wrong, and no bias", async () => {
    const trials = {
      right: await trial("right"),
      constant: await trial("constant"),
      opposite: await trial("opposite"),
    };
    for (const { bias, covers } of Object.values(trials)) {
      expect(Math.abs(bias)).toBeLessThan(4);
      expect(covers).toBeGreaterThan(0.95 - 4 * Math.sqrt((0.95 * 0.05) / logs));
    }
    expect(trials.right.width).toBeLessThan(trials.constant.width);
    expect(trials.constant.width).toBeLessThan(trials.opposite.width);
  });

  it.each(["seesRank", "memorised"] as const)(
    "is biased where it %s, and disagrees with ips by more than chance",
    async (judge) => {
      const { bias, covers, disagrees } = await trial(judge);
      expect(bias).toBeLessThan(-6);
      expect(covers).toBeLessThan(0.75);
      expect(disagrees).toBe(true);
    },
  );

  it.each(["right", "constant", "opposite"] as const)(
    "agrees with ips where it is %s",
    async (judge) => {
      expect((await trial(judge)).disagrees).toBe(false);
    },
  );
});

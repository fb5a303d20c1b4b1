import { describe, expect, it } from "vitest";
import { count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { meaningOf } from "../canonical.js";
import { isFeed } from "../feeds.js";
import { canonicalNames, impressions } from "../impressions.js";
import {
  boundWith,
  brokenRules,
  canonicalValues,
  lawLog,
  surveyOf,
  usualColumns,
  type Value,
} from "../law-log.js";
import type { Role } from "../role.js";
import { rowRules } from "../row-rules.js";
import { rangeOf } from "../summary.js";
import { cluster, day, feed, trajectory, user } from "./keys.js";
import { loggedExposure, loggedPlacement, loggedPropensity, rank, viewed } from "./logged.js";
import {
  listWeight,
  shows,
  targetExposure,
  targetPlacement,
  targetPropensity,
  targetRank,
  targetRemaining,
  targetScore,
  views,
} from "./policies.js";
import { prediction, remaining, reward } from "./rewards.js";

const nan = Number.NaN;

/** Values that a role takes, and values that it refuses, by which code. */
const bounds: readonly (readonly [
  role: Role,
  sound: readonly Value[],
  refused: readonly Value[],
  code: string,
])[] = [
  [cluster, ["news"], [null], "clusterMissing"],
  [viewed, [0n, 1n], [null, 2n], "viewedInvalid"],
  [loggedExposure, [1e-70, 1], [9e-71, 0, 1.0000001], "loggingExposureInvalid"],
  [loggedPropensity, [1e-70, 1], [0, 1.5, null], "propensityInvalid"],
  [loggedPlacement, [1e-70, 1], [0, 1.5, null], "placementInvalid"],
  [reward, [9.9e99], [1e100, -1e100], "rewardNotFinite"],
  [prediction, [0.25, -3], [Infinity, nan, null], "predictionInvalid"],
  [remaining, [0.25, -3], [nan, null], "remainingInvalid"],
  [targetRank, [null, 3n], [0n], "targetRankInvalid"],
  [targetPropensity, [0, 1], [-0.1, null], "targetPropensityInvalid"],
  [targetPlacement, [0, 1], [-0.1, null], "targetPlacementInvalid"],
  [targetRemaining, [0.25, -3], [nan, null], "targetRemainingInvalid"],
  [listWeight, [0.25, -3], [nan, null], "listWeightInvalid"],
  [shows, [1n, 2n], [null, 0n], "showsInvalid"],
  [views, [0, 1.75], [null, nan, -0.5], "viewsInvalid"],
];

const typeOf = (value: Value | undefined) =>
  typeof value === "bigint" ? "bigint" : typeof value === "string" ? "text" : "double";

describe.each(bounds.map((row) => [row[0].name, ...row] as const))(
  "%s",
  (_, role, sound, refused, code) => {
    const usual = sound.find((value) => value !== null);
    const codesOf = async (value: Value) => {
      const made = lawLog(role, typeOf(usual), [usual ?? null, value]);
      return (await brokenRules(role, made)).map((rule) => rule.code);
    };

    it.each(sound)("may be %s", async (value) => expect(await codesOf(value)).toEqual([]));
    it.each(refused)("may not be %s", async (value) =>
      expect(await codesOf(value)).toEqual([code]),
    );
  },
);

describe.each([
  [shows, "h_shows_0", 2, ["2", "2"]],
  [views, "h_views_0", 1.5, [1.5, 1.5]],
  [targetExposure, "h_exposure_0", 0.5, [0.5, 0.5]],
] as const)("%o", (role, name, given, values) => {
  it("may be one number for all rows, which no row rule looks at", async () => {
    const { engine } = lawLog(rank, "bigint", [1n, 2n]);
    const made = { log: boundWith(role, given, usualColumns), engine };
    expect(await canonicalValues(made, name)).toEqual(values);
    expect(rangeOf(made.log, await surveyOf(made), name)).toEqual([given, given]);
    expect(rowRules(made.log).map(({ code }) => code)).not.toContain(role.refuses?.missing?.code);
  });
});

it("an exposure of two numbers has two meanings", () => {
  const meanings = [0.05, 0.1].map((given) =>
    meaningOf(boundWith(targetExposure, given, usualColumns), "h_exposure_0"),
  );
  expect(meanings).toEqual(["exposure:0.05", "exposure:0.1"]);
});

describe("a trajectory", () => {
  it("keeps whole numbers and reads all else as text", async () => {
    const values = async (type: "bigint" | "text", given: readonly (bigint | string)[]) =>
      canonicalValues(lawLog(trajectory, type, given), "h_trajectory");
    expect(await values("bigint", [7n, 7n])).toEqual(["7", "7"]);
    expect(await values("text", ["a", "b"])).toEqual(["a", "b"]);
  });

  it("without a column is the row's place in the order of the roles' columns", async () => {
    const log = lawLog(user, "text", ["c", "a", "b"], { keyed: false });
    expect(await canonicalValues(log, "h_trajectory")).toEqual(["3", "1", "2"]);
  });
});

describe("a user", () => {
  it("is the trajectory where the log has no users", async () => {
    for (const keyed of [true, false]) {
      const log = lawLog(rank, "bigint", [1n, 2n, 3n], { keyed });
      const users = await canonicalValues(log, "h_user");
      expect(users).toEqual(await canonicalValues(log, "h_trajectory"));
    }
  });

  it("is refused as a double, which has lost the last digits of large keys", () => {
    expect(() => lawLog(user, "double", [1])).toThrow(/^log\.user needs .* beyond 2\^53/);
  });
});

describe("a day", () => {
  it.each(["date", "text"] as const)("of type %s is read as a date", async (type) => {
    const log = lawLog(day, type, ["2026-11-01", "2026-12-31"]);
    expect(await canonicalValues(log, "h_day")).toEqual(["2026-11-01", "2026-12-31"]);
  });

  it("may not be a number of which nobody looked what it is", () => {
    expect(() => lawLog(day, "bigint", [20261101n])).toThrow(
      'log.day needs a column of dates, timestamps, text such as 2026-11-30, or seconds since 1970; "played" in table log holds whole numbers.',
    );
  });

  it("is one where the log has none", async () => {
    expect(await canonicalValues(lawLog(rank, "bigint", [1n, 2n]), "h_day")).toEqual(["0", "0"]);
  });
});

it.each([
  ["text", ["home", "search", "home"], "home", 2],
  ["bigint", [1n, 2n, 2n], "2", 2],
  ["bigint", [1n, 2n, 2n], "home", 0],
  ["boolean", [true, false, true], "true", 2],
] as const)("of type %s: %s holds feed %s in %d rows", async (type, values, name, rows) => {
  const { log, engine } = lawLog(feed, type, values);
  const found = select(impressions(log), [["one", { kind: "bigint", value: 1n }]], {
    where: isFeed(log, name),
  });
  const counted = await collect(engine, plan("rows of a feed", group(found, [], [["n", count()]])));
  expect(counted.number("n")).toBe(rows);
});

it("an item has a column only where another role needs it", async () => {
  expect(canonicalNames(lawLog(targetRank, "bigint", [1n]).log)).not.toContain("h_item");
  const scored = lawLog(targetScore, "double", [0.5, 0.25]);
  expect(await canonicalValues(scored, "h_item")).toEqual(["item 0", "item 1"]);
});

describe("a rank", () => {
  it("is a whole number of any type; 0, which is refused, for all else", async () => {
    const ranks = async (type: "double" | "bigint", given: readonly (number | bigint | null)[]) =>
      canonicalValues(lawLog(rank, type, given), "h_rank");
    expect(await ranks("bigint", [1n, 7n, null])).toEqual(["1", "7", null]);
    expect(await ranks("double", [1, 1.5, nan, 2 ** 53])).toEqual(["1", "0", "0", "0"]);
  });

  it("has the range of its values", async () => {
    const made = lawLog(rank, "double", [3, 1, 9]);
    expect(rangeOf(made.log, await surveyOf(made), "h_rank")).toEqual([1, 9]);
  });
});

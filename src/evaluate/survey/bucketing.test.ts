import { describe, expect, it } from "vitest";
import type { Component } from "../../estimators/estimator.js";
import { bindLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { double, times } from "../../sql/expression.js";
import { chooseBucketing } from "./bucketing.js";

const log = bindLog(
  {
    source: { table: ["log"] },
    trajectory: "session",
    rank: "rank",
    rewards: {},
    invalid: "refuse",
    structure: "check",
  },
  {},
  undefined,
  [
    { name: "session", type: "bigint" },
    { name: "rank", type: "bigint" },
  ],
);
const stratum = { day: null, feed: null, logger: null };
const found = {
  log,
  rows: { kind: "source", source: log.source } as never,
  summary: { rows: 10, columns: {}, deepestBeyondList: null },
  strata: Array.from({ length: 700 }, () => stratum),
  sizes: [10],
  faults: [],
  counts: {},
};
const component = (factor: number): Component => ({
  over: "rows",
  value: times(canonical.loggedExposure, double(factor)),
});
const countOf = (components: readonly Component[]): unknown =>
  chooseBucketing(found, 1_000_000, components).bucketing;

describe("the choice of buckets", () => {
  it("counts sums that come back, not those asked for: equal ones come back once", () => {
    const equal = Array.from({ length: 40 }, () => component(2));
    expect(countOf(equal)).toEqual({ kind: "hashed", count: 1024, key: "bigint" });
    expect(countOf(equal)).toEqual(countOf([component(2)]));
  });

  it("takes fewer buckets for many different sums, and refuses what 128 cannot hold", () => {
    const distinct = Array.from({ length: 100 }, (_, i) => component(i + 2));
    expect(countOf(distinct.slice(0, 40))).toMatchObject({ count: 128 });
    expect(() => countOf(distinct)).toThrow(/700 strata × 128 buckets × 102 sums/);
  });
});

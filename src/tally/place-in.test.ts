import { expect, it } from "vitest";
import { InternalError } from "../errors.js";
import { foldTally } from "./fold.js";
import { placeIn } from "./place-in.js";
import type { Tally } from "./tally.js";

it("finds a key's number, 0 included, and never takes an unknown key for the first", () => {
  const places = new Map([
    ["a", 0],
    ["b", 1],
  ]);
  expect([placeIn(places, "a", "cluster"), placeIn(places, "b", "cluster")]).toEqual([0, 1]);
  expect(() => placeIn(places, "c", "cluster")).toThrow(InternalError);
});

it("folds no cell whose cluster has no hash into the first bucket", () => {
  const cell = {
    rows: 1,
    strata: [{ day: null, feed: null, logger: null }],
    stratum: Int32Array.of(0),
    bucket: Int32Array.of(1),
    keys: {},
    columns: {},
  };
  const tally = (hashes: readonly number[]): Tally<null> =>
    ({ buckets: { kind: "exact", hashes }, clusters: [], tables: { cells: cell } }) as never;
  expect(() => foldTally(tally([5]), 128)).toThrow(/Expected every bucket to have a number/);
});

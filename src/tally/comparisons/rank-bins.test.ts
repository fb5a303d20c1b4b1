import { expect, it } from "vitest";
import { runRelation } from "../../../test/fixture/run-relation.js";
import { column } from "../../sql/expression.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { from, select } from "../../sql/relation.js";
import {
  binnedRank,
  binOfRank,
  firstOfBin,
  lastBin,
  lastOfBin,
  middleOfBin,
  nameOfBin,
} from "./rank-bins.js";

it("leaves ranks up to 512 apart, and pools deeper ones in bins of ratio 1.05", () => {
  expect([1, 512, 513, 538, 539, 566, 9000].map(binOfRank)).toEqual([
    1, 512, 513, 513, 514, 515, 571,
  ]);
  expect([1, 512].map(middleOfBin)).toEqual([1, 512]);
  expect([512, 513, 514].map(nameOfBin)).toEqual(["512", "513–538", "539–565"]);
  for (let bin = 513; bin < lastBin; bin++) {
    const [first, last] = [firstOfBin(bin), lastOfBin(bin)];
    expect([first, last].map(binOfRank)).toEqual([bin, bin]);
    expect(binOfRank(last + 1)).toBe(bin + 1);
    expect((last + 1) / first).toBeGreaterThanOrEqual(1.05);
    expect((last + 1) / first).toBeLessThan(1.05 + 1 / first);
  }
  expect(binOfRank(Number.MAX_SAFE_INTEGER)).toBe(lastBin);
});

it("pools the ranks of a column alike, whatever is known of the deepest", async () => {
  const ranks = [1, 511, 512, 513, 538, 539, 800, 4711];
  const engine = createInterpreter(
    { log: ranks.map((rank) => ({ rank: BigInt(rank) })) },
    { columns: { log: [{ name: "rank", type: "bigint" }] } },
  );
  const log = from({ kind: "table", name: ["log"] });
  for (const deepest of [4711, 5000, Number.POSITIVE_INFINITY]) {
    const binned = select(log, [["bin", binnedRank(column("rank"), deepest)]]);
    const found = await runRelation(engine, binned, { bin: "bigint" });
    expect(found.flat().map(Number)).toEqual(ranks.map(binOfRank));
  }
  expect(binnedRank(column("rank"), 512)).toEqual(column("rank"));
});

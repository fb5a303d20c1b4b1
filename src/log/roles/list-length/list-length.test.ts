import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { rank } from "../rank/rank.js";
import { listLength } from "./list-length.js";

it.each([
  [[1n, 5n], 1n, []],
  [[3n, 5n], 3n, []],
  [[3n, 5n], 4n, ["rankBeyondList"]],
] as const)("%s for rows at rank %s breaks %s", async (lengths, position, codes) => {
  const made = lawLog(listLength, "bigint", lengths, { position });
  expect((await brokenRules(listLength, made)).map(({ code }) => code)).toEqual(codes);
});

it("is not compared with ranks that are not there", async () => {
  expect(await brokenRules(rank, lawLog(rank, "bigint", [9n]))).toEqual([]);
});

import { expect, it } from "vitest";
import { brokenRules, lawLog } from "../../law-log.js";
import { viewed } from "./viewed.js";

it("says of every row whether it was viewed", async () => {
  const codes = async (values: readonly (bigint | null)[]) =>
    (await brokenRules(viewed, lawLog(viewed, "bigint", values))).map(({ code }) => code);
  expect(await codes([0n, 1n])).toEqual([]);
  expect(await codes([1n, null])).toEqual(["viewedInvalid"]);
  expect(await codes([1n, 2n])).toEqual(["viewedInvalid"]);
});

import { expect, it } from "vitest";
import { boundWith, brokenRules, canonicalValues, lawLog, usualColumns } from "../../law-log.js";
import { rank } from "../rank/rank.js";
import { views } from "./views.js";

it("is a number from 0 on in every row", async () => {
  const codes = async (values: readonly (number | null)[]) =>
    (await brokenRules(views, lawLog(views, "double", values))).map(({ code }) => code);
  expect(await codes([0, 1.75])).toEqual([]);
  for (const bad of [null, Number.NaN, -0.5]) {
    expect(await codes([1, bad])).toEqual(["viewsInvalid"]);
  }
});

it("may be one number for all rows", async () => {
  const { engine } = lawLog(rank, "bigint", [1n, 2n]);
  const made = { log: boundWith(views, 1.5, usualColumns), engine };
  expect(await canonicalValues(made, "h_views_0")).toEqual([1.5, 1.5]);
});

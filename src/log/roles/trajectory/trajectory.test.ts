import { expect, it } from "vitest";
import { canonicalValues, lawLog } from "../../law-log.js";
import { user } from "../user/user.js";
import { trajectory } from "./trajectory.js";

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

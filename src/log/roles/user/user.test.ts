import { expect, it } from "vitest";
import { canonicalValues, lawLog } from "../../law-log.js";
import { rank } from "../rank/rank.js";
import { user } from "./user.js";

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

import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../some-visit.js";
import { rewardedRowsOnly } from "./rewarded-rows-only.js";

test("views without a reward have no row", () => {
  const logged = someLogged({ rows: 3, earned: [0, 0, 0, 2, 0, 0] });
  rewardedRowsOnly.steps(1).log?.(logged, someVisit(), someChance);
  expect([...logged.keep]).toEqual([0, 1, 0]);
});

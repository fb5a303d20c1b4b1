import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../some-visit.js";
import { allOfferedRows } from "./all-offered-rows.js";

test("rows go to the end of the list, views do not", () => {
  const logged = someLogged({ rows: 1, viewed: 1 });
  allOfferedRows.steps(1).log?.(logged, someVisit({ list: [0, 1, 2] }), someChance);
  expect([logged.rows, logged.viewed]).toEqual([3, 1]);
});

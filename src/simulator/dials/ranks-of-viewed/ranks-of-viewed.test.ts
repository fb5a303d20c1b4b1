import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../some-visit.js";
import { ranksOfViewed } from "./ranks-of-viewed.js";

test("target ranks become places among the rows, the logger's do not", () => {
  const logged = someLogged({
    rows: 3,
    ranks: [
      [1, 2, 3],
      [9, 4, 17],
    ],
  });
  ranksOfViewed.steps(1).log?.(logged, someVisit(), someChance);
  expect(logged.ranks.map((ranks) => [...ranks])).toEqual([
    [1, 2, 3],
    [2, 1, 3],
  ]);
});

import { expect, test } from "vitest";
import { someChance, someVisit } from "../some-visit.js";
import { reordering } from "./reordering.js";

test("at 1 the top item goes to the end of the list, one swap after the other never undoing itself", () => {
  const visit = someVisit({ list: [0, 1, 2, 3] });
  reordering.steps(1).arrange?.(visit.shown, { ...someChance, next: () => 0.5 });
  expect([...visit.shown.list]).toEqual([1, 0, 3, 2]);
  expect([...visit.shown.order]).toEqual([0, 1, 2, 3]);
});

import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { stopsAtItem } from "./stops-at-item.js";

test("the item's own trait moves the logit of stopping", () => {
  const { stop } = stopsAtItem.steps(Math.log(3));
  const visit = someVisit();
  visit.catalogue.attribute[visit.item[visit.candidate] as number] = 1;
  expect(stop?.(0.5, visit, false)).toBeCloseTo(0.75, 12);
});

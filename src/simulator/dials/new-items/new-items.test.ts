import { expect, test } from "vitest";
import { newItems } from "./new-items.js";

test("other policies find so many more", () => {
  expect(newItems.steps(0.5)).toEqual({ newItems: 0.5 });
});

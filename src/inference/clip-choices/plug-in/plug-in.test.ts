import { expect, it } from "vitest";
import { plugIn } from "./plug-in.js";

const points = [
  [10, 2],
  [9.5, 1.2],
  [8.9, 0.6],
  [6, 0.3],
].map(([value = 0, width = 0]) => ({ value, width, se: width / 2 }));

it("chooses as its formula does, by hand", () => {
  expect(plugIn.choose(points)).toBe(1);
});

import { expect, it } from "vitest";
import { missing } from "./missing.js";

it("counts users whom a run leaves out, leaves them out, or refuses", () => {
  const rules = missing.choices.map(({ name, counts, refuses }) => [name, counts, refuses]);
  expect(rules).toEqual([
    ["zero", true, undefined],
    ["skip", false, undefined],
    ["refuse", false, true],
  ]);
});

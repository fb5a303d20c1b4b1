import { expect, it } from "vitest";
import { empty } from "./empty.js";

it("leaves a user out, or counts a value where there is none", () => {
  const values = empty.choices.map(({ name, value }) => [name, value]);
  expect(values).toEqual([
    ["skip", null],
    ["zero", 0],
    ["one", 1],
    ["drop", null],
  ]);
  expect(empty.choices.filter(({ leavesOut }) => leavesOut).map(({ name }) => name)).toEqual([
    "drop",
  ]);
});

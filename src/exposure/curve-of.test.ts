import { expect, it } from "vitest";
import { StudyError } from "../errors.js";
import { curveOf } from "./curve-of.js";

it("names the nearest curve where there is none of the name", () => {
  const unknown = () => curveOf({ model: "yule-simon", parameters: {} });
  expect(unknown).toThrow(StudyError);
  expect(unknown).toThrow(/one of log2, .*; it is "yule-simon"\. Did you mean "yuleSimon"\?/);
});

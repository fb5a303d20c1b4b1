import { expect, it } from "vitest";
import { written } from "../../../../test/fixture/written.js";
import { table1 } from "../../../paper/index.js";
import { lemma } from "./lemma.js";

it("counts the contexts in which orders agree, are reversed and are none", () => {
  const { text } = written(lemma, table1(1));
  expect(text).toMatch(/the ideal is above 0 +10,000 +10,000 +0 +0/);
  expect(text).toMatch(/the ideal is 0 +10,000 +0 +0 +10,000/);
  expect(text).toMatch(/the ideal is below 0 +10,000 +\d+ +9,\d{3} +0/);
});

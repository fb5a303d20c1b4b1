import { expect, it } from "vitest";
import { written } from "../../../../test/fixture/written.js";
import { table1 } from "../../../paper/index.js";
import { normalisers } from "./normalisers.js";

it("shows the printed numbers, and those of the definition", () => {
  const { text, csv } = written(normalisers, table1(1));
  expect(text).toMatch(/R' +0\.000 +2\.500 +0\.000 +0\.714 +1\.250 +0\.357/);
  expect(text).toMatch(/R' +0\.000 +2\.500 +0\.000 +1\.000 +1\.250 +0\.500/);
  expect(text.match(/order the two policies differently/g)).toHaveLength(3);
  expect(csv).toHaveLength(18);
});

import { expect, it } from "vitest";
import { fixtureIndex } from "../../../../test/fixture/fixture-kept-results.js";
import { written } from "../../../../test/fixture/written.js";
import { unreadResults } from "./unread-results.js";

it("names each file with the reason, in every format", () => {
  const { html, text, markdown, csv } = written(unreadResults, fixtureIndex());
  for (const format of [html, text, markdown]) {
    expect(format).toContain("package.json is not a result of candidate.");
  }
  expect(csv).toEqual([
    { row: "unread", file: "package.json", message: "package.json is not a result of candidate." },
  ]);
});

import { expect, it } from "vitest";
import { log as logFacts } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { refusedLines } from "./refused-lines.js";

const report = { log: logFacts, counts: {}, problems: [], warnings: [], supports: [] };
const why = reason("support", "20 % of the views of b are of items that this log does not hold.");

it("names each line that the log does not answer, and why", () => {
  const refused = [{ policy: "b", reward: "like", feed: "home", reason: why }];
  const { text, html, markdown, csv } = written(refusedLines, { ...report, refused });
  for (const each of [text, html, markdown]) expect(each).toContain("b, like, feed home: 20 %");
  expect(csv.map(({ row, code }) => [row, code])).toEqual([["refused", "support"]]);
});

it("says what several comparisons lack once, with their policies", () => {
  const refused = ["a", "a", "b"].map((policy, at) => ({
    ...{ policy, reward: "like", feed: at === 1 ? "search" : "home", reason: why },
  }));
  const { text, html, markdown, csv } = written(refusedLines, { ...report, refused });
  for (const each of [text, html, markdown]) {
    expect(each).toContain("a (2 comparisons), b (like, feed home): 20 %");
    expect(each.match(/20 %/g)).toHaveLength(1);
  }
  expect(csv).toHaveLength(3);
});

it("is left out where every line has an answer", () => {
  expect(written(refusedLines, { ...report, refused: [] }).text).toBe("");
});

import { expect, it } from "vitest";
import { fixtureAgreement, fixtureOfSets } from "../../../../test/fixture/fixture-agreement.js";
import { written } from "../../../../test/fixture/written.js";
import type { OnlineComparison } from "../../../agreement/index.js";
import { agreementLines } from "./agreement-lines.js";

it("shows every statistic with its interval, and why one has none", () => {
  const { text, html } = written(agreementLines, fixtureAgreement());
  expect(text).toContain("Over policies: by how much each earned more than the baseline");
  expect(text).toMatch(/dcg\(curve, qhat\) +candidate +4 +3\.3/);
  expect(text).toContain("2 pairs of an online and an offline result");
  expect(html).toContain("Kendall’s τ-b".replace("’", "&#39;"));
});

it("has a row of CSV for each statistic, empty where there is none", () => {
  const { csv } = written(agreementLines, fixtureAgreement());
  const pearson = csv.filter(({ statistic }) => statistic === "pearson");
  expect(pearson.map(({ pairs }) => pairs)).toEqual([3, 4, 2]);
  expect(pearson[2]?.value).toBeUndefined();
});

it("prints one table of one estimator on a screen", () => {
  const comparison = fixtureAgreement();
  const [first] = comparison.lines;
  const more = Array.from({ length: 30 }, (_, at) => ({ ...first, label: `other ${at}` }));
  const many = { ...comparison, lines: [...comparison.lines, ...more] } as OnlineComparison;
  const style = { width: 100, paint: (_: string, text: string) => text, brief: true };
  const blocks = agreementLines.show(many)?.text(style) ?? [];
  const lines = blocks.flatMap((block) => block.lines);
  expect(blocks).toHaveLength(1);
  expect(lines.join(" ")).toContain("One of 31 estimators");
  expect(lines.length).toBeLessThan(15);
});

it("fits a terminal of 80 columns, and says what that leaves out", () => {
  const style = { width: 80, paint: (_: string, text: string) => text, brief: true };
  const blocks = agreementLines.show(fixtureAgreement())?.text(style) ?? [];
  const lines = blocks.flatMap((block) => block.lines);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.join(" ")).toContain("Kendall's τ-b");
  expect(lines[1]).not.toContain("Kendall's τ-b");
});

it("shows differences by day before levels, which days move on both sides", () => {
  const whole = fixtureAgreement();
  const [, days] = whole.lines;
  const lines = [days, { ...days, over: "dayDifferences" }] as OnlineComparison["lines"];
  const style = { width: 100, paint: (_: string, text: string) => text, brief: true };
  const [block] = agreementLines.show({ ...whole, lines })?.text(style) ?? [];
  expect(block?.lines[0]).toContain("by how much a policy earned more than the baseline");
});

it("folds the tables of a page where these are many, but the first of the most telling way", () => {
  const whole = fixtureAgreement();
  expect(written(agreementLines, whole).html).not.toContain("<details>");
  const rewards = ["like", "share", "watch", "opens"];
  const lines = rewards.flatMap((reward) => whole.lines.map((line) => ({ ...line, reward })));
  const { html } = written(agreementLines, { ...whole, lines });
  const [open = "", ...folded] = html.split("<details>");
  expect(open).toContain("Over policies");
  expect(open.match(/<table/g)).toHaveLength(1);
  expect(folded[0]).toContain(
    "<summary>Over policies: by how much each earned more than the baseline: 3 tables",
  );
  expect(html.match(/<table/g)).toHaveLength(8);
});

it("shows the range of a correlation over sets, and whose order these leave open", () => {
  const { text, html, markdown, csv } = written(agreementLines, fixtureOfSets());
  for (const each of [text, html, markdown]) expect(each).toContain("0.96 to 1.00");
  const [pearson, spearman] = csv;
  expect([pearson?.setLower, pearson?.setUpper]).toEqual([
    expect.closeTo(0.96, 2),
    expect.closeTo(1, 3),
  ]);
  expect(spearman?.value).toBe(1);
  expect(csv.at(-1)).not.toHaveProperty("setLower");
});

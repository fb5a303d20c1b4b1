import { expect, it } from "vitest";
import { difference, reportedResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import { differences } from "./differences.js";

it("shows the adjusted interval, not the raw one", () => {
  const adjusted = {
    method: "bonferroni",
    family: 2,
    level: 0.05 / 2,
    p: 0.02,
    interval: [0.07, 0.13],
    intervalBy: "bonferroni",
  } as const;
  const source = reportedResult({ differences: [difference(0.1, 0.01, { adjusted })] });
  for (const part of [written(differences, source).text, written(differences, source).html]) {
    expect(part).toContain("[+0.070, +0.130]");
    expect(part).not.toContain("[+0.080");
  }
});

it("says who adjusted p where its intervals are another method's, and nothing more where they are its own", () => {
  const interval = [-0.01, 0.21] as const;
  const adjusted = {
    method: "holm",
    family: 3,
    level: 0.05 / 3,
    p: 0.03,
    interval,
    intervalBy: "bonferroni",
  };
  const of = (row: typeof adjusted) =>
    written(
      differences,
      reportedResult({ differences: [difference(0.1, 0.04, { adjusted: row })] }),
    );
  const { text, html } = of(adjusted);
  for (const part of [text, html]) {
    expect(part.replace(/\s+/g, " ")).toContain(
      "p adjusted for 3 comparisons by Holm, intervals by Bonferroni",
    );
  }
  expect(of({ ...adjusted, method: "bonferroni" }).html).not.toContain("by bonferroni");
});

it("says which rows are adjusted where others are not", () => {
  const decides = difference(0.1, 0.01);
  const { interval, p } = decides;
  const adjusted = { method: "none", family: 1, level: 0.05, p, interval, intervalBy: "none" };
  const other = difference(0.1, 0.01, { estimator: "snips", parameters: {}, adjusted });
  const { text, html, markdown } = written(
    differences,
    reportedResult({ differences: [decides, other] }),
  );
  for (const part of [text, html, markdown]) {
    expect(part.replace(/\s+/g, " ")).toContain(
      "intervals and p of deciding rows adjusted for 3 comparisons",
    );
  }
});

it("marks the rows that a verdict rests on", () => {
  const { text, html } = written(differences, reportedResult());
  expect(text).toMatch(/candidate \*/);
  expect(html).toContain("decides");
});

it("draws the deciding difference by day, with its numbers in a table", () => {
  const rows = ["2026-11-02", "2026-11-01"].map((day, at) => difference(0.01 * at, 0.004, { day }));
  const { html } = written(
    differences,
    reportedResult({ differences: [difference(0.01, 0.002), ...rows] }),
  );
  expect(html).toContain("One point a day from 2026-11-01 to 2026-11-02");
  expect(html).toContain("Day by day: like per trajectory, from production");
  expect(html.indexOf('<th scope="row">2026-11-01')).toBeLessThan(
    html.indexOf('<th scope="row">2026-11-02'),
  );
});

it("has the days of all policies in one table, and no pictures of more lines than can be looked at", () => {
  const linesOf = (count: number): string => {
    const verdicts = Array.from({ length: count }, (_, at) => verdict({ policy: `p${at}` }));
    const differences_ = verdicts.flatMap(({ policy }, at) => [
      difference(0.01, 0.002, { policy }),
      ...["2026-11-01", "2026-11-02"].map((day) => difference(at, 0.004, { policy, day })),
    ]);
    return written(differences, reportedResult({ verdicts, differences: differences_ })).html;
  };
  const [few, many] = [linesOf(2), linesOf(41)];
  expect(few.match(/<svg class="days"/g)).toHaveLength(2);
  expect(many).not.toContain('<svg class="days"');
  for (const page of [few, many]) expect(page.match(/Day by day/g)).toHaveLength(1);
  expect(many).toContain("+40.0000 [+39.9922, +40.0078]");
});

it("gives the reason of a lift that there is not in CSV, and no number", () => {
  const none = reason("rankMissing", "The baseline earns nothing.");
  const { csv } = written(
    differences,
    reportedResult({ differences: [difference(0.1, 0.01, { lift: { none } })] }),
  );
  expect(csv[0]).toMatchObject({ value: 0.1, message: "The baseline earns nothing." });
  expect(csv[0]?.lift).toBeUndefined();
});

it("compares no policy with itself on the page", () => {
  const rows = [
    difference(0, 0, { policy: "logged" }),
    difference(0, 0.01, { policy: "candidate" }),
    difference(0, 0, { policy: "logged", day: "2026-11-01" }),
  ];
  const source = reportedResult({ differences: rows });
  const { html, markdown, csv } = written(differences, source);
  expect(html).toContain(">candidate<");
  expect(html).not.toContain(">logged<");
  expect(markdown).toContain("| logged |");
  expect(csv).toHaveLength(3);
  expect(differences.show(source)?.summary()).toBe("1 row by dcg");
});

it("keeps every row within the scale of its table", () => {
  const rows = [0.01, 0.02, 40].map((value, at) =>
    difference(value, value / 5, { policy: `p${at}` }),
  );
  const { html } = written(differences, reportedResult({ differences: rows, verdicts: [] }));
  expect(html.match(/<circle class="mark"/g)).toHaveLength(3);
  expect(html).not.toContain('<path class="mark"');
});

import { describe, expect, it } from "vitest";
import { estimate, reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { estimates } from "./estimates.js";

const truth = [
  { policy: "candidate", reward: "like", feed: null, value: 0.4321 },
  { policy: "production", reward: "like", feed: null, value: 0.5 },
];

describe("known answers", () => {
  it("stand next to the estimates, and say whether the interval holds them", () => {
    const lines = written(estimates, { ...reportedResult(), truth }).text.split("\n");
    expect(lines.find((line) => /^ +candidate +0\./.test(line))).toMatch(/0\.4321 +1/);
    expect(lines.find((line) => /qhat\) +production/.test(line))).toMatch(/0\.5000 \(outside\)/);
  });

  it("are a diamond and a column of the page, marked where they lie outside", () => {
    const { html } = written(estimates, { ...reportedResult(), truth });
    expect(html).toContain("diamond: the true value");
    expect(html).toContain("0.5000 (outside)");
    expect(written(estimates, reportedResult()).html).not.toContain("diamond");
  });

  it("are not those of a score", () => {
    const { csv } = written(estimates, { ...reportedResult(), truth });
    const known = csv.filter((row) => row.truth !== null).map((row) => row.estimator);
    expect(known.length).toBeGreaterThan(0);
    expect(new Set(known)).toEqual(new Set(["dcg"]));
    const logs = csv.filter((row) => String(row.parameters).includes('"log2"'));
    for (const row of logs) expect(row.truth).toBeNull();
  });
});

it("gives rows of single days to CSV alone", () => {
  const source = reportedResult({ estimates: [estimate(0.77777, 0.001, { day: "2026-11-01" })] });
  const { html, text, markdown, csv } = written(estimates, source);
  expect([html, text, markdown]).toEqual(["", "", ""]);
  expect(csv.map((row) => row.value)).toEqual([0.77777]);
});

it("keeps scores out of the tables and axes of rewards", () => {
  const score = { estimator: "ndcg", parameters: { discount: "curve", gain: "qhat" } };
  const rows = [estimate(43.07, 0.2), estimate(0.685, 0.001, score)];
  const { html, text, markdown } = written(estimates, reportedResult({ estimates: rows }));
  for (const each of [html, text, markdown]) {
    expect(each).toMatch(/43\.07[\s\S]*[Ss]cores by like, not rewards[\s\S]*0\.685/);
    expect(each).not.toMatch(/[Ss]cores[\s\S]*43\.07/);
  }
  const headings = html.split("<table>").map((table) => table.includes("dashed: the logged mean"));
  expect(headings.filter(Boolean).length).toBeLessThanOrEqual(1);
});

it("keeps every row and its truth within the scale of its table", () => {
  const rows = [0.5, 0.51, 12].map((value, at) =>
    estimate(value, value / 50, { policy: `p${at}` }),
  );
  const known = [{ policy: "p0", reward: "like", feed: null, value: 30 }];
  const { html } = written(estimates, { ...reportedResult({ estimates: rows }), truth: known });
  expect(html.match(/<circle class="mark"/g)).toHaveLength(3);
  expect(html).toContain('<path class="truth"');
  expect(html).not.toContain('<path class="mark"');
});

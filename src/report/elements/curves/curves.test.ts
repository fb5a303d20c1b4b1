import { describe, expect, it } from "vitest";
import { log, reportedResult } from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import type { CurveFacts, Result } from "../../../evaluate/conclude/result.js";
import { describeCurves } from "../../words/curve-view.js";
import { curves } from "./curves.js";

const [parametric, measured] = reportedResult().curves as [CurveFacts, CurveFacts];
const sentence = (curve: CurveFacts, changes: Partial<Result> = {}): string =>
  describeCurves(reportedResult({ curves: [curve], ...changes }))[0]?.sentence ?? "";

it("draws what was measured next to the curve, with its numbers in a table, and nothing without them", () => {
  const { html } = written(curves, reportedResult());
  expect(html).toContain("<title>Probability that a rank is viewed, every feed</title>");
  expect(html.match(/<circle class="measured" cx/g)?.length).toBeGreaterThan(3);
  expect(html).toContain('<polyline class="model');
  expect(html).toContain('<td class="number">0.5451</td>');
  const { ranks: _, ...older } = parametric;
  const without = written(curves, reportedResult({ curves: [older] })).html;
  expect(without).toContain("rho 1.2016");
  expect(without).not.toMatch(/<svg|<details/);
});

it("needs no plotting library, and folds the pictures of many feeds away", () => {
  expect(curves.show(reportedResult())?.figures).toBeNull();
  const feeds = Array.from({ length: 7 }, (_, at) => ({ ...parametric, feed: `f${at}` }));
  const { html } = written(curves, reportedResult({ curves: feeds }));
  const [open = "", folded = ""] = html.split("<summary>Curves of 3 more feeds</summary>");
  expect(open.match(/role="img"/g)).toHaveLength(4);
  expect(folded.match(/role="img"/g)).toHaveLength(3);
});

describe("describeCurves", () => {
  it("says a parameter with its error, where it comes from and where its error goes", () => {
    expect(sentence(parametric)).toBe(
      'Curve: yuleSimon, rho 1.2016 ± 0.0071, 95 % interval [1.1877, 1.2155], cutoff 40; fitted on this log (120,000 trajectories, errors from 1,024 buckets of users); its sampling error is included in every interval that depends on it; its shape is checked against the log in "Does the verdict hold?".',
    );
    expect(sentence(parametric, { verdicts: [] })).toMatch(
      /its sampling error is included in every interval that depends on it\.$/,
    );
  });

  it("says of a table how far it was measured, and lists no probabilities", () => {
    expect(sentence(measured)).toBe(
      "Curve of feed home: table, measured rank by rank to rank 4, then the tail of geometric to rank 5; read from a file, fitted on another log (48,200 trajectories, errors from 512 buckets); its sampling error is included in every interval that depends on it.",
    );
    expect(sentence({ ...measured, tail: null })).toContain(
      "table, the share measured at each of 5 ranks;",
    );
  });

  it("names the days that it was fitted on", () => {
    const fitDays = { from: "2026-11-01", to: "2026-11-07" };
    expect(sentence({ ...parametric, origin: "fitDays", fitDays })).toContain(
      "fitted on days of this log that are not evaluated, from 2026-11-01 to 2026-11-07 (",
    );
  });

  it("says what its clusters are", () => {
    const exact = { ...log, buckets: { kind: "exact", count: 900 } } as const;
    const curve = { ...parametric, clusters: 900 };
    expect(sentence(curve, { log: exact })).toContain("errors from 900 users)");
    expect(sentence(curve, { log: { ...exact, users: null } })).toContain(
      "errors from 900 trajectories)",
    );
    expect(sentence(curve, { log: { ...log, users: null } })).toContain("errors from 900 buckets)");
  });

  it("promises no error where there is none", () => {
    const estimates = [{ name: "rho", value: 1, se: null, interval: null }];
    const bare = sentence({ ...parametric, estimates });
    expect(bare).toContain("rho 1.000 without a standard error, cutoff 40;");
    expect(bare).toContain("it has no sampling error that an interval could include;");
  });
});

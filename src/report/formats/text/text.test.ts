import { describe, expect, it } from "vitest";
import {
  difference,
  estimate,
  fixtureResult,
  verdict,
} from "../../../../test/fixture/fixture-result.js";
import { reason } from "../../../errors.js";
import { resultDocument } from "../../documents/result.js";
import { formatText } from "./text.js";
import { columnsOf } from "./wrap.js";

const truth = [
  { policy: "candidate", reward: "like", feed: null, value: 0.4321 },
  { policy: "production", reward: "like", feed: null, value: 0.5 },
];

describe("formatText", () => {
  it.each([80, 100, 120])("keeps within %i columns", (width) => {
    const lines = formatText(resultDocument(fixtureResult(), truth), { width }).split("\n");
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([]);
  });

  it("begins with the first verdict's word", () => {
    expect(formatText(resultDocument(fixtureResult()))).toMatch(
      /^BETTER +candidate against production · like\n/,
    );
  });

  it("colours only when asked, and the text is the same", () => {
    const plain = formatText(resultDocument(fixtureResult()));
    const coloured = formatText(resultDocument(fixtureResult()), { colour: true });
    expect(plain).not.toContain("\u001b");
    expect(coloured).toContain("\u001b[32m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes are control characters.
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(plain);
  });

  it("aligns decimal points in a column", () => {
    const lines = formatText(resultDocument(fixtureResult())).split("\n");
    const rows = lines.filter((line) =>
      /^ {2}.*(production|candidate|logged) +0\.4\d{3} /.test(line),
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map((row) => row.search(/0\.4\d{3}/))).size).toBe(1);
  });

  it("says beside the truth whether the interval holds it", () => {
    const lines = formatText(resultDocument(fixtureResult(), truth)).split("\n");
    expect(lines.find((line) => /^ +candidate +0\./.test(line))).toMatch(/0\.4321 +yes/);
    expect(lines.find((line) => /qhat\) +production/.test(line))).toMatch(/0\.5000 +NO/);
  });

  it("shows the adjusted interval, not the raw one", () => {
    const row = difference(0.1, 0.01, {
      adjusted: {
        method: "bonferroni",
        family: 2,
        p: 0.02,
        interval: [0.07, 0.13],
        intervalBy: "bonferroni",
      },
    });
    const written = formatText(
      resultDocument(fixtureResult({ differences: [row], verdicts: [verdict()] })),
    );
    expect(written.match(/\[\+0\.070, \+0\.130\]/g)).toHaveLength(2);
    expect(written).not.toContain("[+0.080");
  });

  it("says identical policies without inventing digits", () => {
    const same = difference(0, 0, {
      interval: [0, 0],
      p: 1,
      adjusted: {
        method: "bonferroni",
        family: 1,
        p: 1,
        interval: [0, 0],
        intervalBy: "bonferroni",
      },
      lift: { value: 0, interval: [0, 0] },
    });
    const word = verdict({
      verdict: "cannotTell",
      reason: reason("identical", "They are identical."),
    });
    const written = formatText(
      resultDocument(fixtureResult({ differences: [same], verdicts: [word] })),
    );
    expect(written).toContain("Difference 0, 95 % interval [0, 0] (p = 1.00)");
  });

  it("keeps rows by day out of the table, and says where they are", () => {
    const result = fixtureResult({ estimates: [estimate(0.77777, 0.001, { day: "2026-11-01" })] });
    const written = formatText(resultDocument(result));
    expect(written).not.toContain("0.7778");
    expect(written).toContain("Rows by day (1) are in --format json and csv.");
  });

  it("tells feeds apart", () => {
    const estimates = ["home", "*"].map((feed) => estimate(0.4, 0.01, { feed }));
    const written = formatText(resultDocument(fixtureResult({ estimates })));
    expect(written).toContain("like per trajectory, feed home");
    expect(written).toContain("like per trajectory, all feeds pooled");
  });
});

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

  it("begins with all verdicts at a glance, and goes on with the first one's word", () => {
    expect(formatText(resultDocument(fixtureResult()))).toMatch(
      /^Lift against production [\s\S]*\n\nBETTER +candidate against production · like\n/,
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

  it("says identical policies without inventing digits", () => {
    const same = difference(0, 0, {
      interval: [0, 0],
      p: 1,
      adjusted: {
        method: "bonferroni",
        family: 1,
        level: 0.05,
        p: 1,
        interval: [0, 0],
        intervalBy: "bonferroni",
      },
      lift: { value: 0, interval: [0, 0] },
    });
    const word = verdict({
      verdict: "cannotTell",
      reason: reason("identical", "They are identical."),
      ...{ value: 0, se: 0, interval: [0, 0], p: 1, adjustedP: 1 },
      lift: { value: 0, interval: [0, 0] },
    });
    const written = formatText(
      resultDocument(fixtureResult({ differences: [same], verdicts: [word] })),
    );
    expect(written).toContain("Difference 0, 95 % interval [0, 0] (p = 1.00)");
  });

  it("tells feeds apart", () => {
    const estimates = ["home", "*"].map((feed) => estimate(0.4, 0.01, { feed }));
    const written = formatText(resultDocument(fixtureResult({ estimates })));
    expect(written).toContain("like per trajectory, feed home");
    expect(written).toContain("like per trajectory, all feeds pooled");
  });
});

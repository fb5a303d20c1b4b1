import { describe, expect, it } from "vitest";
import { fixtureGuarded, fixtureResult, verdict } from "../../../../test/fixture/fixture-result.js";
import { reason } from "../../../errors.js";
import type { Verdict } from "../../../evaluate/conclude/result.js";
import type { ReportDocument } from "../../document.js";
import { chapter } from "../../document.js";
import { resultDocument } from "../../documents/result.js";
import { defineElement } from "../../element.js";
import { formatSummary } from "./summary.js";

const linesOf = (text: string): readonly string[] => text.trimEnd().split("\n");

const words = ["better", "worse", "cannotTell", "doNotTrust"] as const;
const support = reason("support", "Half of its views are not in the log. They may earn anything.");

/** So many policies, rewards and feeds, with calls of every kind. */
function wide(policies: number, rewards: number, feeds: number): readonly Verdict[] {
  const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
  return upTo(policies).flatMap((policy) =>
    upTo(rewards).flatMap((reward) =>
      upTo(feeds).map((feed) =>
        verdict({
          policy: `p${policy}`,
          reward: `r${reward}`,
          feed: feeds === 1 ? null : `f${feed}`,
          verdict: words[policy % 4] ?? "better",
          ...(policy % 4 > 1 && { reason: support }),
        }),
      ),
    ),
  );
}

describe("a result", () => {
  it("is a title, a table, doubts and a link", () => {
    const document = resultDocument(fixtureResult({ verdicts: wide(4, 1, 1) }));
    const lines = linesOf(formatSummary(document, { link: "https://ci.example/1" }));
    expect(lines[0]).toBe(
      "### p0 is better than production; p1 is worse; this log cannot tell what p2 would earn; do not trust the numbers for p3",
    );
    expect(lines.filter((line) => line.startsWith("| ")).map((line) => line.slice(0, 12))).toEqual([
      "| policy | r",
      "| --- | --- ",
      "| p1 | WORSE",
      "| p0 | BETTE",
      "| p3 | DO NO",
      "| p2 | CANNO",
    ]);
    expect(lines.filter((line) => line.startsWith("- "))).toEqual([
      "- p3 (r0): Half of its views are not in the log. They may earn anything. \\[support\\]",
      "- p2 (r0): Half of its views are not in the log. They may earn anything. \\[support\\]",
      "- Under other curves: 1 verdict differs under 2 other curves",
    ]);
    expect(lines.at(-1)).toBe("[The page](https://ci.example/1)");
  });

  it.each([
    [1, 1, 1],
    [5, 2, 2],
    [12, 3, 1],
    [40, 9, 4],
  ])("of %i policies, %i rewards and %i feeds has 15 lines at most", (...size) => {
    const result = { ...fixtureGuarded(), verdicts: wide(...size) };
    for (const link of [undefined, "page.html"]) {
      const text = formatSummary(resultDocument(result), { link });
      expect(linesOf(text).length).toBeLessThanOrEqual(15);
      expect(text).toMatch(/^- Guardrail broken: .*; guardrail held: 1\.$/m);
      expect(text.match(/^\| p\d/gm)?.length).toBeGreaterThan(Math.min(size[0] - 1, 1));
    }
  });

  it("counts what it has no room for", () => {
    const text = formatSummary(resultDocument(fixtureResult({ verdicts: wide(40, 9, 3) })));
    expect(text).toContain("without 4 more rewards");
    expect(text).toMatch(/^\| p\d+ \| (?:WORSE|BETTER) on 3 \|/m);
    const rows = linesOf(text).filter((line) => line.startsWith("| p")).length - 1;
    expect(text).toContain(`| and ${40 - rows} more | | | | | |`);
    expect(text).toContain("; and 18 more doubts");
  });

  it("has a title of one's own above the conclusion", () => {
    const document = resultDocument(fixtureResult({ verdicts: wide(1, 1, 1) }), undefined, "Ours");
    expect(formatSummary(document)).toMatch(/^### Ours\n.*p0 is better than production\./);
  });
});

it("a name is no markup, no mention, no address and no comment", () => {
  const policy = "a|b `c` @team <!-- x --> [d](http://e) www.f.g #12 **h**\n# i";
  const verdicts = wide(4, 1, 1).map((line) => ({ ...line, policy, reward: policy }));
  const text = formatSummary(resultDocument(fixtureResult({ verdicts })));
  expect(text).not.toMatch(/@team|<|http:\/\/|www\.|#12|^# i/m);
  expect(text).not.toMatch(/(?<!\\)[`*[\]]/);
  const cells = linesOf(text).filter((line) => line.startsWith("| "));
  expect(cells.map((line) => line.match(/(?<!\\)\|/g)?.length)).toEqual(cells.map(() => 3));
});

it("an address cannot end its link", () => {
  const text = formatSummary(resultDocument(fixtureResult()), { link: "https://x/a) [b](<c>" });
  expect(text).toContain("[The page](https://x/a%29%20%5bb%5d%28%3cc%3e)");
});

describe("a document without a decision", () => {
  const written = (blocks: readonly string[]): readonly string[] => {
    const element = defineElement<unknown, readonly string[]>({
      name: "a",
      title: null,
      view: () => blocks,
      markdown: (view) => view,
    });
    const document: ReportDocument = {
      hindcast: "0.0.0",
      title: "Title",
      lead: "Lead.",
      chapters: [chapter([element], {})],
      json: {},
      printable: () => document,
    };
    return linesOf(formatSummary(document));
  };
  const table = (rows: number): string =>
    [
      "| a | b |",
      "| --- | --- |",
      ...Array.from({ length: rows }, (_, at) => `| ${at} | x |`),
    ].join("\n");
  const list = (rows: number): string =>
    Array.from({ length: rows }, (_, at) => `- ${at}`).join("\n");

  it("has no headings, what is said once, and lists that follow each other as one", () => {
    expect(written(["## Head", "Title.", "Lead. More.", table(1), list(1), list(1)])).toEqual([
      "### Title",
      "Lead. More.",
      "",
      ...["| a | b |", "| --- | --- |", "| 0 | x |", ""],
      ...["- 0", "- 0"],
    ]);
  });

  it("gives its first table what room is left, and leaves out what has none", () => {
    const lines = written([table(20), list(20), table(20)]);
    expect(lines).toHaveLength(15);
    expect(lines.slice(-7)).toEqual([
      ...["| 3 | x |", "| and 16 more | |", ""],
      ...["- 0", "- 1", "- 2", "- and 17 more"],
    ]);
  });
});

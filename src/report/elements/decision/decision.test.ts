import { expect, it } from "vitest";
import {
  diagnosis,
  fixtureResult,
  reportedResult,
  survival,
  verdict,
} from "../../../../test/fixture/fixture-result.js";
import { written } from "../../../../test/fixture/written.js";
import { reason } from "../../../errors.js";
import type { CheckResult, Result, Verdict } from "../../../evaluate/conclude/result.js";
import { resultDocument } from "../../documents/result.js";
import { formatText } from "../../formats/text/text.js";
import { columnsOf } from "../../formats/text/wrap.js";
import { withhold } from "../../withhold.js";
import { describeConclusion } from "../../words/conclusion.js";
import { decision } from "./decision.js";
import { firstSentences } from "./matrix.js";

const trapped = reason(
  "ranksAmongViewed",
  "The ranks of reranker were taken among the viewed items: 0 last rows are moved down where 749 are expected of ranks in the full list. Give the rank in the full candidate list.",
);
const missing = reason(
  "support",
  "88 % of the views of new-catalogue are of items that this log does not hold (slot 1 is filled in 0 % of the lists). The order flips if those views earn 1.0 times the average like.",
);

/** Four candidates on two rewards and two feeds, as in the demonstration. */
function demo(): Result {
  const kinds: readonly Partial<Verdict>[] = [
    { policy: "fresh-model", lift: { value: 0.0559, interval: [0.0441, 0.0686] } },
    { policy: "popularity", verdict: "worse", lift: { value: -0.088, interval: [-0.1, -0.0755] } },
    { policy: "new-catalogue", verdict: "cannotTell", reason: missing },
    { policy: "reranker", verdict: "doNotTrust", reason: trapped },
  ];
  const verdicts = kinds.flatMap((kind) =>
    ["like", "watch"].flatMap((reward) =>
      ["1", "2"].map((feed) => verdict({ ...kind, reward, feed })),
    ),
  );
  return fixtureResult({ verdicts, whatIf: [] });
}

const truth = [
  ["production", 0.5],
  ["fresh-model", 0.53],
  ["popularity", 0.46],
  ["new-catalogue", 0.63],
  ["reranker", 0.28],
].flatMap(([policy, value]) =>
  [null, "1", "2"].flatMap((feed) =>
    ["like", "watch"].map((reward) => ({
      policy: String(policy),
      reward,
      feed,
      value: Number(value),
    })),
  ),
);

const screen = { width: 80, brief: true };

it("fits a screen of 80 columns and 24 lines, with lines to spare for what a command says", () => {
  const text = formatText(resultDocument(demo(), truth), screen);
  expect(text).toMatchInlineSnapshot(`
    "Lift against production [95 % interval]
      policy         feed  like                        watch
      fresh-model    1     BETTER +5.6 % [+4.4, +6.9]  BETTER +5.6 % [+4.4, +6.9]
                     2     BETTER +5.6 % [+4.4, +6.9]  BETTER +5.6 % [+4.4, +6.9]
      popularity     1     WORSE -8.8 % [-10.0, -7.5]  WORSE -8.8 % [-10.0, -7.5]
                     2     WORSE -8.8 % [-10.0, -7.5]  WORSE -8.8 % [-10.0, -7.5]
      new-catalogue  1     CANNOT TELL withheld        CANNOT TELL withheld
                     2     CANNOT TELL withheld        CANNOT TELL withheld
      reranker       1     DO NOT TRUST withheld       DO NOT TRUST withheld
                     2     DO NOT TRUST withheld       DO NOT TRUST withheld

    fresh-model is better than production; popularity is worse; this log cannot tell
    what new-catalogue would earn; do not trust the numbers for reranker.
    The log is simulated: 8 of 8 decided verdicts are right, 8 of 8 intervals
    contain the truth; true lift of those without a number: new-catalogue +26.0 %,
    reranker -44.0 % (like).
    Next: fresh-model: start an A/B test; popularity: do not launch; new-catalogue:
      state what a missing view earns; reranker: give the rank in the full candidate
      list.
    Doubts (--verbose): reranker [ranksAmongViewed], new-catalogue [support]
    "
  `);
  const lines = text.split("\n");
  expect(lines.length).toBeLessThanOrEqual(21);
  expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
});

it("is legible without colour: colours add nothing but codes", () => {
  const coloured = formatText(resultDocument(demo(), truth), { ...screen, colour: true });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI codes are control characters.
  const plain = coloured.replace(/\u001b\[\d+m/g, "");
  expect(plain).toBe(formatText(resultDocument(demo(), truth), screen));
  expect(coloured).toContain("\u001b[35mDO NOT TRUST withheld\u001b[39m");
});

it("fits a screen whatever the number of policies, rewards and feeds", () => {
  const feeds = ["home", "search", "a feed with a rather long name"];
  const verdicts = Array.from({ length: 12 }, (_, at) => `policy-${at}`).flatMap((policy, at) =>
    ["like", "watch", "latency"].flatMap((reward) =>
      feeds.map((feed) =>
        verdict({
          policy,
          reward,
          feed,
          ...(at % 3 === 0 && { verdict: "cannotTell", reason: missing }),
          ...(at % 3 === 1 && feed === "home" && { verdict: "worse" }),
        }),
      ),
    ),
  );
  const text = formatText(resultDocument(fixtureResult({ verdicts, whatIf: [] })), screen);
  const lines = text.split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
  expect(text).toMatch(/… \d+ more rows: --verbose/);
  expect(text).toContain("Doubts (--verbose): policy-0 [support], policy-3 [support]");
  const words =
    "policy-1, policy-4, policy-7 and policy-10 are better on 6 of 9 comparisons and worse on 3.";
  expect(text.replaceAll(/\s+/g, " ")).toContain(words);
});

it("withholds what is not an answer in every format, and names it so", () => {
  const wrong = verdict({ verdict: "doNotTrust", reason: trapped, policy: "reranker" });
  const { html, text, markdown } = written(decision, reportedResult({ verdicts: [wrong] }));
  for (const each of [html, text, markdown]) {
    expect(each).toMatch(/DO NOT TRUST(<\/span>)? ?withheld/);
    expect(each).not.toMatch(/[+-]\d/);
  }
});

it("shows the difference, named so, where there is no lift", () => {
  const none = reason("baselineNearZero", "The baseline is within its own error of 0.");
  const { text } = written(
    decision,
    reportedResult({ verdicts: [verdict({ lift: { none } })], diagnostics: [] }),
  );
  expect(text).toContain("BETTER diff. +0.012 [+0.008, +0.016]");
});

it("keeps scores such as nDCG out of the matrix", () => {
  expect(written(decision, reportedResult()).text).not.toMatch(/ndcg/i);
});

it("shows nothing of a result that compares nothing", () => {
  expect(written(decision, reportedResult({ verdicts: [] })).text).toBe("");
});

it("cuts a message after a whole sentence, and keeps at least one", () => {
  const message = "One of 1.5 is here. Two is here. Three.";
  expect(firstSentences(message, 5)).toBe("One of 1.5 is here.");
  expect(firstSentences(message, 33)).toBe("One of 1.5 is here. Two is here.");
  expect(firstSentences(message, 100)).toBe(message);
  expect(firstSentences("It holds 0. The user u17 has half of it. Is it a robot?", 30)).toBe(
    "It holds 0.",
  );
});

it("says all of a single reason on a screen that has room, as by which curve the answer is another", () => {
  const said =
    "The adjusted interval of the difference by dcg(curve, qhat) holds 0. By the log's own view rates the difference is +13.2 %, by the curve of the study +0.9 %.";
  const open = verdict({ verdict: "cannotTell", reason: reason("intervalHoldsZero", said) });
  const text = formatText(resultDocument(fixtureResult({ verdicts: [open] })), {
    brief: true,
    width: 80,
  });
  expect(text.replaceAll(/\s+/g, " ")).toContain("by the curve of the study +0.9 %.");
});

it("says which reading of the log excludes the number of a call, and no other", () => {
  const message = "By the log's own view rates the difference is 0.017.";
  const survival = (
    effect: "watch" | "none",
    interval: readonly [number, number],
    facts: CheckResult["facts"] = {},
  ): CheckResult => ({
    ...{ check: "curve", title: "the curve", effect, applies: true, holds: true, tipping: null },
    ...{
      measured: { value: 0, se: null, unit: "reward", words: "" },
      interval,
      alternative: null,
      message,
    },
    facts,
  });
  const shown = (...checks: readonly CheckResult[]): string =>
    formatText(
      resultDocument(
        reportedResult({
          verdicts: [verdict({ value: 0.04, interval: [0.03, 0.05], checks })],
          whatIf: [],
        }),
      ),
      screen,
    );
  expect(shown(survival("watch", [0.01, 0.02]))).toContain("[curve]");
  expect(shown(survival("watch", [0.01, 0.05]))).not.toContain("[curve]");
  expect(shown(survival("none", [0.01, 0.02]))).not.toContain("[curve]");
});

it("says on a screen from which fall by rank a call is lost, the least of each policy's lines", () => {
  const lostBy = (policy: string, fall: number, changes: Partial<CheckResult> = {}): Verdict => {
    const tipping = { value: fall, se: null, unit: "share", words: "a fall" } as const;
    const own = survival({ check: "trustBias", effect: "watch", tipping, ...changes });
    return verdict({ policy, verdict: "worse", checks: [own] });
  };
  const verdicts = [
    lostBy("a", 0.04),
    { ...lostBy("a", 0.025), feed: "2" },
    lostBy("b", 0.0125),
    { ...lostBy("c", 0.01, { effect: "cannotTell" }), verdict: "cannotTell" as const },
    lostBy("d", 0.02, { effect: "none", tipping: null }),
    lostBy("e", 0.02, { facts: { changesAt: 0.02, mostFallOfItems: 0.01 } }),
    lostBy("f", 0.03, { interval: [-0.01, 0.01], message: "It stays worse only so." }),
  ];
  const text = formatText(resultDocument(fixtureResult({ verdicts, whatIf: [] })), screen);
  expect(text.replaceAll(/\s+/g, " ")).toContain(
    "by this much per rank: a 2.5 %, b 1.25 %, f 3 %. [trustBias]",
  );
  expect(text).not.toContain("It stays worse only so.");
  expect(text.split("\n").length).toBeLessThanOrEqual(24);
});

it("holds what a policy earned online against its estimate, disagreements first, and withholds what is not an answer", () => {
  const compared = (policy: string, consequence: string, severity: "inconclusive" | "fail") =>
    diagnosis({
      ...{ code: "onlineAgreement", policy, reward: "like", feed: "1", severity },
      facts: { online: 0.01 },
      consequence: `${policy} (like) earned ${consequence}`,
    });
  const diagnostics = [
    compared("fresh-model", "+1.00 % online, and +2.00 % offline: compatible", "inconclusive"),
    compared("popularity", "+1.00 % online, and +4.00 % offline: they disagree", "fail"),
    compared("reranker", "+7.77 %", "fail"),
  ];
  const { html, text, markdown } = written(decision, withhold({ ...demo(), diagnostics }));
  for (const each of [html, text, markdown]) {
    const [worst, mild] = [
      "popularity (like) earned +1.00 % online",
      "fresh-model (like) earned +1.00 % online",
    ];
    const plain = each.replaceAll("\\", "");
    expect(plain.indexOf(worst)).toBeGreaterThan(-1);
    expect(plain.indexOf(mild)).toBeGreaterThan(plain.indexOf(worst));
    expect(plain).not.toContain("7.77");
  }
  const brief = formatText(resultDocument({ ...demo(), diagnostics }), screen);
  expect(brief).toContain("+2.00 % offline: compatible");
});

it("folds many rows away on the page under the calls of each policy", () => {
  const policies = ["one", "two"].flatMap((policy) =>
    Array.from({ length: 21 }, (_, at) =>
      verdict({ policy, feed: `f${at}`, ...(policy === "two" && at < 3 && { verdict: "worse" }) }),
    ),
  );
  const page = (count: number): string =>
    written(decision, reportedResult({ verdicts: policies.slice(0, count) })).html;
  expect(page(40)).not.toContain("<details");
  const [open = "", folded = ""] = page(42).split("<details><summary>Lifts of all 42 rows");
  expect(open).toMatch(/BETTER<\/span> on 21<[\s\S]*>3 worse, 18 better</);
  expect(folded.match(/<tr>/g)).toHaveLength(43);
});

it("rounds no end of an interval to its number, nor to 0, and takes decimals from the ends that it prints", () => {
  const shown = (lift: Verdict["lift"], oneSided: "least" | null = null): string => {
    const missing = { oneSided } as unknown as NonNullable<Verdict["missing"]>;
    const line = verdict({ lift, ...(oneSided && { missing }) });
    return (
      /BETTER .*\]/.exec(written(decision, reportedResult({ verdicts: [line] })).text)?.[0] ?? ""
    );
  };
  const wide = { value: 0.047, set: [0.0108, 0.41], interval: [0.0051, 0.49] } as const;
  expect(shown(wide, "least")).toBe("BETTER at least +1.1 % [+0.5, …]");
  const skewed = { value: 0.0084, interval: [0.0051, 0.06] } as const;
  expect(shown(skewed)).toBe("BETTER +0.8 % [+0.5, +6.0]");
  expect(shown({ value: 0.11, interval: [0.0003, 0.22] })).toBe("BETTER +11.00 % [+0.03, +22.00]");
});

it("says that the study lacks something, not the log", () => {
  const facts = { need: "curve", missing: "log.exposure.curve" };
  const lines = ["like", "watch"].map((reward) =>
    verdict({
      ...{ policy: "fresh", reward, verdict: "cannotTell", value: null, interval: null },
      reason: reason("curveMissing", "A position-bias curve is needed.", facts),
    }),
  );
  expect(describeConclusion(lines)).toBe("The study lacks what it takes to evaluate fresh.");
});

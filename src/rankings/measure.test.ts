import { describe, expect, it } from "vitest";
import { conventions } from "./conventions/index.js";
import { labelIn, measure, parseMeasure, parseMeasures } from "./measure.js";
import { metrics } from "./metrics/index.js";
import { presets } from "./presets.js";
import { numberSettings, paper, type Settings } from "./settings.js";

/** The paper's settings with each changed alone, to every other choice. */
const variants: readonly Settings[] = [
  ...presets.map(({ settings }) => settings),
  ...conventions.flatMap(({ name, choices }) =>
    choices.map((choice) => ({ ...paper, [name]: choice.name })),
  ),
  ...numberSettings.map(({ name }) => ({ ...paper, [name]: 0.625 })),
];

describe("a measure", () => {
  it("prints, parses and compares as itself, whatever its settings", () => {
    const texts = new Map<string, string>();
    for (const metric of metrics) {
      for (const settings of variants) {
        for (const cutoff of [null, 1, 100]) {
          const made = measure(metric, cutoff, settings);
          if (settings.ties === "average" && !metric.isLinear) continue;
          expect(parseMeasure(made.text)).toEqual(made);
          const key = JSON.stringify([metric.name, cutoff, made.settings]);
          expect(texts.get(made.text) ?? key, made.text).toBe(key);
          texts.set(made.text, key);
        }
      }
    }
  });

  it("holds no setting that it does not read", () => {
    const mrr = parseMeasure("MRR@10").metric;
    expect(measure(mrr, 10, { ...paper, gain: "exp", discount: "ln" }).text).toBe("MRR@10");
    const { metric } = parseMeasure("nDCG(gain: binary, relevant: 2)");
    const own = { ...paper, relevant: 2, negatives: "sum" };
    expect(measure(metric, null, own).text).toBe("nDCG(negatives: sum)");
    expect(measure(metric, null, { ...own, gain: "binary" }).text).toBe(
      "nDCG(gain: binary, relevant: 2)",
    );
    expect(parseMeasure("nDCG(empty: drop, relevant: 2)").settings.relevant).toBe(2);
  });

  it("is read in any case, with blanks, by other names and by a preset's name", () => {
    expect(parseMeasure(" ndcg ( gain : exp ) @ 10 ").text).toBe("nDCG(gain: exp)@10");
    expect(parseMeasure("P@5").text).toBe("Precision@5");
    expect(parseMeasure("nDCG(trec_eval)@10").text).toBe(
      "nDCG(grades: whole, scores: single, empty: zero, missing: skip)@10",
    );
    expect(parseMeasure("nDCG(trec_eval, missing: zero)@10").text).toBe(
      "nDCG(grades: whole, scores: single, empty: zero)@10",
    );
  });

  it("is called by what differs from the conventions that are known", () => {
    const base = presets.find(({ name }) => name === "trec_eval")?.settings ?? paper;
    const made = parseMeasure("nDCG(gain: exp)@10", base);
    expect(labelIn(made, base)).toBe("nDCG(gain: exp)@10");
    expect(labelIn(parseMeasure("nDCG@10"), base)).toBe(
      "nDCG(grades: any, scores: double, empty: skip, missing: zero)@10",
    );
  });

  it("stands in lists once, commas within parentheses its own", () => {
    const texts = parseMeasures("nDCG(gain: exp, empty: zero)@10,DCG@5, dcg@5").map(
      ({ text }) => text,
    );
    expect(texts).toEqual(["nDCG(gain: exp, empty: zero)@10", "DCG@5"]);
  });
});

it.each([
  ["nDGC@10", /There is no metric nDGC; there are DCG, .*Did you mean "nDCG"\?/],
  ["nDCG@0", /a whole number of at least 1; it is "0"/],
  ["nDCG@ten", /a whole number of at least 1; it is "ten"/],
  ["nDCG(gain: big)@10", /gain must be one of linear, exp, binary; it is "big"/],
  ["nDCG(gian: exp)@10", /gian is not one of gain, .*Did you mean "gain"\?/],
  ["nDCG(trec)@10", /trec is neither "key: value" nor the name of conventions/],
  [
    "nDCG(relevant: 2)@10",
    /relevant changes nothing where gain is linear\. .*relevant belongs to binary/,
  ],
  ["DCG(gain: binary, negatives: sum)", /negatives changes nothing where gain is binary/],
  ["MRR(gain: exp)", /gain changes nothing in MRR, which reads relevant, /],
  ["RBP(p: 1)", /p must be a number in \(0, 1\); it is "1"/],
  ["MAP(ties: average)", /MAP has no mean over the orders of ties/],
  ["", /Write measures as/],
  ["10", /Write it as/],
])("refuses %s and says what is known", (text, message) => {
  expect(() => parseMeasures(text)).toThrow(message);
});

import { describe, expect, it } from "vitest";
import { fixtureSamples } from "../../test/fixture/element-samples.js";
import { difference, reportedResult } from "../../test/fixture/fixture-result.js";
import { loadPlotter } from "./charts/plotter.js";
import { defineElement, type Element, type ElementSpec } from "./element.js";
import {
  checkElements,
  comparisonElements,
  figure1Elements,
  fitElements,
  indexElements,
  onlineComparisonElements,
  planElements,
  rankElements,
  resultElements,
  sideBySideElements,
  table1Elements,
  table2Elements,
  trackRecordElements,
} from "./elements/index.js";
import { html } from "./formats/html/markup.js";
import { type ElementSample, elementLaws, hostileText } from "./laws.js";
import type { ReportedResult } from "./source.js";

const plotter = await loadPlotter();
const samples = await fixtureSamples();

it("has a sample of every element of the lists", () => {
  const { before, feed, after } = fitElements;
  const all = [
    ...resultElements,
    ...before,
    ...feed,
    ...after,
    ...checkElements,
    ...planElements,
    ...rankElements,
    ...comparisonElements,
    ...onlineComparisonElements,
    ...table1Elements,
    ...table2Elements,
    ...figure1Elements,
    ...trackRecordElements,
    ...indexElements.before,
    ...indexElements.study,
    ...indexElements.after,
    ...sideBySideElements,
  ];
  expect(samples).toHaveLength(all.length);
});

describe.each(samples.map((sample) => [sample.name, sample] as const))("%s", (_, sample) => {
  it.each(elementLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
    sample.hold(law);
  });
});

describe("the laws catch", () => {
  const source: ReportedResult = reportedResult();
  const first = (result: ReportedResult): number => {
    const [row] = result.differences;
    return row === undefined || "none" in row ? 0 : row.value;
  };
  const sound: ElementSpec<ReportedResult, ReportedResult> = {
    name: "bent",
    title: "Bent",
    view: (result) => (result.differences.length === 0 ? null : result),
    html: (result) => html`<p>${result.verdicts[0]?.policy}: ${first(result)}</p>`,
    text: (result) => [{ lines: [`${result.verdicts[0]?.policy}: ${first(result)}`] }],
  };
  const hold = (changes: Partial<typeof sound>): (() => void) => {
    const element: Element<ReportedResult> = defineElement({ ...sound, ...changes });
    const verdicts = source.verdicts.map((each) => ({ ...each, policy: hostileText }));
    const sample: ElementSample<ReportedResult> = {
      source,
      json: source,
      hostile: { ...source, verdicts },
      empty: reportedResult({ differences: [] }),
      among: [element],
      plotter,
    };
    return () => {
      for (const law of elementLaws) law.check(element, sample);
    };
  };
  let renderings = 0;
  const table = (result: ReportedResult) => html`<table><tr><td>${first(result)}</td></tr></table>`;
  const picture = html`<svg role="img"><title>t</title><desc>From 0.01185</desc></svg>`;

  it("nothing in a sound element", () => {
    expect(hold({})).not.toThrow();
  });

  it.each<[string, Partial<typeof sound>, RegExp]>([
    [
      "a number that the report computed",
      { text: (result) => [{ lines: [`half: ${first(result) * 1.96 + 5}`] }] },
      /half|5\.02/,
    ],
    [
      "a number that only the page computed",
      { html: (result) => html`<p>${(first(result) + 0.5).toFixed(3)}</p>` },
      /prints 0\.512/,
    ],
    [
      "a number with the wrong sign",
      { markdown: (result) => [`It is ${-first(result)}.`] },
      /prints -0\.01185/,
    ],
    [
      "a number of CSV that is rounded away from the JSON's",
      { csv: { columns: ["x"], rows: (result) => [{ x: first(result) * 1.001 }] } },
      /not in the JSON/,
    ],
    ["a picture without its table", { html: () => picture, text: () => [] }, /no table holds/],
    [
      "a picture without title and description",
      { html: () => html`<p>0.01185</p><svg role="img"></svg>` },
      /no title and description/,
    ],
    [
      "a plot without its table",
      {
        html: () => null,
        text: () => [{ lines: ["* *"], isPicture: true }],
        markdown: () => ["a"],
      },
      /a plot has no table/,
    ],
    [
      "a figure without its table",
      { figures: (_, plot) => [{ title: "t", options: { marks: [plot.ruleX([1])] } }] },
      /figure has no table/,
    ],
    [
      "a figure without a mark",
      { figures: () => [{ title: "t", options: {} }], html: table },
      /figure shows nothing/,
    ],
    [
      "a figure without a title",
      {
        figures: (_, plot) => [{ title: "", options: { marks: [plot.ruleX([1])] } }],
        html: table,
      },
      /figure has no title/,
    ],
    [
      "a figure that differs each time",
      {
        figures: (_, plot) => [
          {
            title: "t",
            options: { marks: [plot.dot([[1, ++renderings]]), plot.ruleX([renderings])] },
          },
        ],
        html: table,
      },
      /drawn in two ways/,
    ],
    [
      "a name that is not escaped in HTML",
      { html: (result) => ({ markup: `<p>${result.verdicts[0]?.policy}</p>` }) },
      /HTML as markup/,
    ],
    [
      "a name that is not escaped in Markdown",
      { markdown: (result) => [`| ${result.verdicts[0]?.policy} |`] },
      /Markdown as markup/,
    ],
    [
      "an element that prints where it does not apply",
      { view: (result) => result },
      /does not apply, and prints/,
    ],
    [
      "an element that always applies, and has nothing to say of an empty document",
      { always: true },
      /always applies, and prints nothing/,
    ],
    [
      "an element that applies and prints nothing",
      { html: () => null, text: () => [] },
      /prints nothing/,
    ],
    [
      "an element that depends on more than its source",
      { text: () => [{ lines: ["again".repeat(++renderings)] }] },
      /two renderings differ/,
    ],
    ["a name that no page can have as id", { name: "Bent name" }, /kebab-case/],
    ["a sibling that is not there", { after: { text: "nobody" } }, /does not hold nobody/],
  ])("%s", (_, changes, message) => {
    expect(hold(changes)).toThrow(message);
  });

  it("a lift whose percentage is not its proportion's", () => {
    const lift = { value: 0.25, interval: [0.2, 0.3] as const };
    const row = difference(0.1, 0.01, { lift });
    const element = defineElement({
      ...sound,
      text: () => [{ lines: ["lift +26.0 %"] }],
    });
    const result = reportedResult({ differences: [row], diagnostics: [], whatIf: [] });
    const numbers = elementLaws.find(({ name }) => name.startsWith("every number"));
    const sample = {
      source: result,
      json: { row },
      hostile: result,
      empty: result,
      among: [],
      plotter,
    };
    expect(() => numbers?.check(element, sample)).toThrow(/\+26\.0 %/);
  });
});

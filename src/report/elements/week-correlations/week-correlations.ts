import { showNumber } from "../../../numeric/index.js";
import type { CorrelationOfWeeks, Table2 } from "../../../paper/index.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import { linearScale } from "../../charts/scale.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, gridsMarkdown, gridsText } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";

/** The distribution of Pearson's r over simulated weeks, variant by variant, where every assumption holds. */
export const weekCorrelations: Element<Table2> = defineElement({
  name: "week-correlations",
  title: "Where every assumption holds: Pearson's r over the days of a week",
  view: ({ worlds }: Table2) => {
    const [first] = worlds;
    return first === undefined || first.correlations.length === 0 ? null : first.correlations;
  },
  html: (correlations) => html`${groupsOf(correlations).map(tableOf)}`,
  text: (correlations, style) => gridsText([gridOf(correlations)], style),
  markdown: (correlations) => gridsMarkdown([gridOf(correlations)]),
  csv: {
    columns: [
      ...["row", "feed", "reward", "ranking", "variant", "weeks"],
      ...["median", "low", "high", "significant", "negative"],
    ],
    rows: (correlations) => correlations.map((each) => ({ row: "correlation", ...each })),
  },
  derived: (correlations) => [
    ...[-1, 1, 0, 0.05],
    10,
    90,
    ...correlations.flatMap(({ significant, negative }) => [100 * significant, 100 * negative]),
  ],
});

const groupsOf = (
  correlations: readonly CorrelationOfWeeks[],
): readonly (readonly CorrelationOfWeeks[])[] => {
  const names = [...new Set(correlations.map(nameOf))];
  return names.map((name) => correlations.filter((each) => nameOf(each) === name));
};

const nameOf = ({ feed, reward, ranking }: CorrelationOfWeeks): string =>
  `feed ${feed}, ${reward}, ${ranking}`;

const percent = (share: number): string => `${showNumber(100 * share, 0)} %`;

const scale = linearScale([-1, 1], STRIP_RANGE);

function tableOf(own: readonly CorrelationOfWeeks[]): Markup {
  const [first] = own;
  const caption = first === undefined ? "" : nameOf(first);
  const rows = own.map(
    ({ variant, median, low, high, significant, negative }) =>
      html`<tr><th scope="row">${variant}</th><td>${intervalStrip(
        {
          title: `${variant}: median ${showNumber(median, 2)}`,
          description: `From ${showNumber(low, 2)} to ${showNumber(high, 2)}.`,
          value: median,
          interval: [low, high],
          rule: 0,
        },
        scale,
      )}</td><td class="number">${showNumber(median, 2)}</td><td class="number">${showNumber(low, 2)} … ${showNumber(high, 2)}</td><td class="number">${percent(significant)}</td><td class="number">${percent(negative)}</td></tr>`,
  );
  const headings = [
    { name: "variant" },
    { name: "−1 … 1" },
    ...["median r", "10 % … 90 %", "p < .05", "negative"].map((name) => ({ name, numeric: true })),
  ];
  return scrollingTable(caption, headings, rows);
}

const gridOf = (correlations: readonly CorrelationOfWeeks[]): Grid => ({
  caption: "Pearson's r over the days of a week, in simulated weeks (median, and 10 % … 90 %)",
  columns: [
    { header: "feed, reward, ranking" },
    { header: "variant" },
    ...["median", "10 %", "90 %", "p < .05", "negative"].map((header) => ({
      header,
      numeric: true,
    })),
  ],
  rows: correlations.map((each) => [
    nameOf(each),
    each.variant,
    ...[each.median, each.low, each.high].map((value) => showNumber(value, 2)),
    percent(each.significant),
    percent(each.negative),
  ]),
});

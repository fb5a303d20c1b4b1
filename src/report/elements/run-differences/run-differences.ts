import { decimalsFor, showBareP, showCount, showSigned } from "../../../numeric/index.js";
import type { RankDifference, RankResult } from "../../../rankings/index.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import { intervalName, showSignedInterval } from "../../words/interval.js";

/** Every run less the baseline, on the same users. */
export const runDifferences: Element<RankResult> = defineElement({
  name: "run-differences",
  title: "Differences",
  view: (result: RankResult) => (result.differences.length === 0 ? null : result),
  html: (result) => gridsMarkup([gridOf(result)]),
  text: (result, style) => gridsText([gridOf(result)], style),
  markdown: (result) => gridsMarkdown([gridOf(result)]),
  csv: {
    columns: ["row", "run", "baseline", "measure", "value", "se", "lo", "hi", "p", "adjustedP"],
    rows: ({ differences }) => differences.map(csvRow),
  },
  derived: ({ differences }) => [differences.length],
});

const numeric = (header: string): { readonly header: string; readonly numeric: true } => ({
  header,
  numeric: true,
});

function gridOf({ differences, baseline, confidence, adjust }: RankResult): Grid {
  const family = differences.length;
  return {
    caption: `Differences from ${baseline}, user by user`,
    columns: [
      ...[{ header: "run" }, { header: "measure" }],
      ...[numeric("difference"), numeric(intervalName(confidence))],
      ...[numeric("p"), numeric(family > 1 ? "adjusted p" : "p of the family")],
      numeric("users better / worse / same"),
    ].filter(({ header }) => family > 1 || header !== "p of the family"),
    rows: differences.map((row) => cellsOf(row, family > 1)),
    notes: [
      ...(family > 1
        ? [`Adjusted p: ${adjust}, ${family} differences; intervals are each for itself.`]
        : []),
      ...differences.flatMap((row) =>
        "none" in row ? [`${row.run}, ${row.measure}: ${row.none.message}`] : [],
      ),
    ],
  };
}

function cellsOf(row: RankDifference, isFamily: boolean): readonly string[] {
  if ("none" in row) return [row.run, row.measure, "none", "", "", ...(isFamily ? [""] : []), ""];
  const decimals = decimalsFor(row.se, row.value);
  return [
    row.run,
    row.measure,
    showSigned(row.value, decimals),
    showSignedInterval(row.interval, decimals),
    showBareP(row.p),
    ...(isFamily ? [showBareP(row.adjustedP)] : []),
    [row.better, row.worse, row.same].map(showCount).join(" / "),
  ];
}

function csvRow(row: RankDifference): CsvRow {
  const { run, baseline, measure } = row;
  const who = { row: "difference", run, baseline, measure };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, se, p, adjustedP } = row;
  const [lo, hi] = row.interval;
  return { ...who, value, se, lo, hi, p, adjustedP };
}

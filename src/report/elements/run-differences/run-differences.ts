import type { RankDifference, RankResult } from "../../../answers/index.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { counted, showBareP, showCount, showSigned } from "../../../numeric/show-number.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { intervalName, showSignedInterval } from "../../words/interval.js";
import { sharedNotes } from "../../words/shared-notes.js";

export const runDifferences: Element<RankResult> = defineElement({
  name: "run-differences",
  title: "Differences",
  view: (result: RankResult) => (result.differences.length === 0 ? null : result),
  body: (result) => [gridOf(result)],
  csv: {
    columns: [
      ...["row", "run", "baseline", "measure", "value", "se", "lower", "upper", "p", "adjustedP"],
      "users",
    ],
    rows: ({ differences }) => differences.map(csvRow),
  },
  derived: ({ differences }) => [differences.length],
});

function gridOf(result: RankResult): Grid {
  const { differences, baseline, confidence, adjust, measures } = result;
  const family = differences.length;
  const tests = differences.filter((row) => "p" in row).length;
  const isByUser = differences.some((row) => "none" in row || "better" in row);
  const sides = measures.every(({ higherIsBetter }) => higherIsBetter)
    ? "better / worse"
    : "higher / lower";
  return {
    caption: `Differences from ${baseline}${isByUser ? ", user by user" : ""}`,
    columns: [
      ...texts("run", "measure"),
      ...numeric("difference", intervalName(confidence), "p", "adjusted p"),
      ...numeric(`${sides} / same`),
    ],
    rows: differences.map((row) => cellsOf(row, family > 1)),
    notes: [
      ...(family > 1 && tests > 0
        ? [`Adjusted p: ${adjust}, ${counted(tests, "difference")}; intervals are not adjusted.`]
        : []),
      ...sharedNotes(
        differences.flatMap((row) =>
          noteOf(row, result).map((note) => ({ of: `${row.run}, ${row.measure}`, note })),
        ),
      ),
    ],
  };
}

/** Why there is no number or no interval, and of whom the difference is where the two means are of others too. */
function noteOf(row: RankDifference, { estimates }: RankResult): readonly string[] {
  if ("none" in row) return [row.none.message];
  if ("noInterval" in row) return [row.noInterval.message];
  const counts = estimates.flatMap((estimate) =>
    estimate.measure === row.measure &&
    "users" in estimate &&
    [row.run, row.baseline].includes(estimate.run)
      ? [estimate.users]
      : [],
  );
  return counts.every((count) => count === row.users)
    ? []
    : [`the difference is over the ${showCount(row.users)} users who count in both runs.`];
}

function cellsOf(row: RankDifference, isFamily: boolean): readonly string[] {
  if ("none" in row) return [row.run, row.measure, "none"];
  if ("noInterval" in row) {
    const value = showSigned(row.value, decimalsFor(null, row.value));
    return [row.run, row.measure, value, "none"];
  }
  const decimals = decimalsFor(row.se, row.value);
  return [
    row.run,
    row.measure,
    showSigned(row.value, decimals),
    showSignedInterval(row.interval, decimals),
    showBareP(row.p),
    isFamily ? showBareP(row.adjustedP) : "",
    [row.better, row.worse, row.same]
      .flatMap((count) => (count === undefined ? [] : [showCount(count)]))
      .join(" / "),
  ];
}

function csvRow(row: RankDifference): CsvRow {
  const { run, baseline, measure } = row;
  const who = { row: "difference", run, baseline, measure };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, users } = row;
  if ("noInterval" in row) return { ...who, value, users, ...reasonCells(row.noInterval) };
  const { se, p, adjustedP } = row;
  const [lower, upper] = row.interval;
  return { ...who, value, se, lower, upper, p, adjustedP, users };
}

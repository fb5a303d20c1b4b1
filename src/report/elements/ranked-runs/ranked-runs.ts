import type { RankEstimate, RankResult } from "../../../answers/index.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showCount, showLevel, showNumber } from "../../../numeric/show-number.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { reasonCells } from "../../formats/csv/cells.js";
import { type Grid, numeric } from "../../formats/grid.js";
import { showInterval } from "../../words/interval.js";
import { sharedNotes } from "../../words/shared-notes.js";

export const rankedRuns: Element<RankResult> = defineElement({
  name: "ranked-runs",
  title: "Runs",
  view: (result: RankResult) => (result.estimates.length === 0 ? null : result),
  body: (result) => [gridOf(result)],
  csv: {
    columns: [
      ...["row", "run", "baseline", "measure", "value", "se", "lower", "upper", "p", "adjustedP"],
      ...["users", "skipped", "code", "message"],
    ],
    optional: ["baseline", "p", "adjustedP"],
    rows: ({ estimates }) => estimates.map(csvRow),
  },
  derived: ({ estimates }) =>
    estimates.flatMap((row) => ("interval" in row ? [row.interval[1] - row.value] : [])),
});

function gridOf(result: RankResult): Grid {
  const { estimates, measures, runs, confidence, conventions } = result;
  const cellOf = (run: string, measure: string): RankEstimate | undefined =>
    estimates.find((row) => row.run === run && row.measure === measure);
  const labels = measures.map(({ label }) => label);
  const counts = runs.map(({ name }) =>
    labels.map((label) => {
      const row = cellOf(name, label);
      return row === undefined || "none" in row ? null : row.users;
    }),
  );
  const isSame = counts.flat().every((count) => count === counts[0]?.[0]);
  const one = counts[0]?.[0] ?? null;
  const apart = labels.filter((label) => hasOtherUsers(label, result));
  return {
    caption: `Runs, ${measures[0]?.higherIsBetter === false ? "highest" : "best"} first by ${labels[0]}, conventions ${conventions}`,
    columns: [{ header: "run" }, ...numeric(...labels), ...numeric("users")],
    rows: runs.map(({ name }, at) => [
      name,
      ...labels.map((label) => showCell(cellOf(name, label))),
      isSame ? "" : showRange(counts[at] ?? []),
    ]),
    notes: [
      `Mean over ${isSame && one !== null ? `${showCount(one)} users` : "the users that count"} ± half the width of its ${showLevel(confidence)} interval.`,
      ...(apart.length === 0
        ? []
        : [
            `The runs' means of ${apart.join(", ")} are not over the same users: compare the runs by the differences.`,
          ]),
      ...sharedNotes(
        estimates.flatMap((row) => {
          const of = `${row.run}, ${row.measure}`;
          if ("none" in row) return [{ of, note: row.none.message }];
          return "noInterval" in row ? [{ of, note: row.noInterval.message }] : [];
        }),
      ),
    ],
  };
}

/** Whether a run and the baseline count others by a measure: fewer users count in both than in one. */
const hasOtherUsers = (label: string, { differences, estimates }: RankResult): boolean =>
  differences.some((row) => {
    const means = estimates.flatMap((estimate) =>
      estimate.measure === label &&
      [row.run, row.baseline].includes(estimate.run) &&
      "users" in estimate
        ? [estimate.users]
        : [],
    );
    const common = "users" in row ? row.users : 0;
    return row.measure === label && means.length === 2 && means.some((count) => common < count);
  });

function showCell(row: RankEstimate | undefined): string {
  if (row === undefined || "none" in row) return "none";
  if ("noInterval" in row) return showNumber(row.value, decimalsFor(null, row.value));
  const decimals = decimalsFor(row.se, row.value);
  const [below, above] = [row.value - row.interval[0], row.interval[1] - row.value];
  const value = showNumber(row.value, decimals);
  const isCut = Math.abs(above - below) > 1e-9 * (above + below);
  return isCut
    ? `${value} ${showInterval(row.interval, decimals)}`
    : `${value} ± ${showNumber(above, decimals)}`;
}

function showRange(counts: readonly (number | null)[]): string {
  const sizes = counts.flatMap((count) => (count === null ? [] : [count]));
  if (sizes.length === 0) return "";
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return least === most ? showCount(most) : `${showCount(least)} to ${showCount(most)}`;
}

function csvRow(row: RankEstimate): CsvRow {
  const who = { row: "estimate", run: row.run, measure: row.measure };
  if ("none" in row) return { ...who, ...reasonCells(row.none) };
  const { value, users, skipped } = row;
  if ("noInterval" in row) return { ...who, value, users, skipped, ...reasonCells(row.noInterval) };
  const { se } = row;
  const [lower, upper] = row.interval;
  return { ...who, value, se, lower, upper, users, skipped };
}

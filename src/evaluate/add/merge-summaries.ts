import type { Summary, summaryOf } from "../../log/index.js";

type ColumnSummary = ReturnType<typeof summaryOf>;

/** The summary of two logs as one: rows and values add, ranges span both. */
export function mergeSummaries(a: Summary, b: Summary): Summary {
  const names = [...new Set([...Object.keys(a.columns), ...Object.keys(b.columns)])];
  const columns = names.map((name) => [name, merged(a.columns[name], b.columns[name])] as const);
  return {
    rows: a.rows + b.rows,
    columns: Object.fromEntries(columns.filter(([, column]) => column !== undefined)),
    // JSON has no −∞: a saved summary holds null in its place.
    deepestBeyondList: Math.max(a.deepestBeyondList ?? -Infinity, b.deepestBeyondList ?? -Infinity),
  } as Summary;
}

function merged(
  a: ColumnSummary | undefined,
  b: ColumnSummary | undefined,
): ColumnSummary | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    values: a.values + b.values,
    range: hull(a.range, b.range),
    finite: a.finite && b.finite,
    whole: a.whole && b.whole,
  };
}

function hull(a: ColumnSummary["range"], b: ColumnSummary["range"]): ColumnSummary["range"] {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

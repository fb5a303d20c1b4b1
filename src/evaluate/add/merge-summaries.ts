import type { Summary, summaryOf } from "../../log/index.js";

type ColumnSummary = ReturnType<typeof summaryOf>;

/** The summary of two logs as one: rows and values add, ranges span both. */
export function mergeSummaries(a: Summary, b: Summary): Summary {
  const names = [...new Set([...Object.keys(a.columns), ...Object.keys(b.columns)])];
  const columns = names.flatMap((name) => {
    const both = merged(a.columns[name], b.columns[name]);
    return both === undefined ? [] : [[name, both] as const];
  });
  const listed = deepest([a.deepestCandidate ?? null, b.deepestCandidate ?? null]);
  return {
    rows: a.rows + b.rows,
    columns: Object.fromEntries(columns),
    deepestBeyondList: deepest([a.deepestBeyondList, b.deepestBeyondList]),
    ...(listed === null ? {} : { deepestCandidate: listed }),
  };
}

function deepest(all: readonly (number | null)[]): number | null {
  const known = all.filter((each) => each !== null);
  return known.length === 0 ? null : Math.max(...known);
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
    ...(a.missing === undefined && b.missing === undefined
      ? {}
      : { missing: (a.missing ?? 0) + (b.missing ?? 0) }),
    ...(a.beyond === undefined && b.beyond === undefined
      ? {}
      : { beyond: (a.beyond ?? 0) + (b.beyond ?? 0) }),
  };
}

function hull(a: ColumnSummary["range"], b: ColumnSummary["range"]): ColumnSummary["range"] {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

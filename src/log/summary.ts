import { InternalError, type Reason } from "../errors.js";
import type { Expression } from "../sql/expression.js";
import { bounds } from "../sql/passes/bounds.js";
import type { BoundLog } from "./bind.js";
import { originOf, useFilling } from "./canonical.js";
import { type ColumnSummary, columnOf } from "./role.js";

/** What is known of a log's columns without looking at single rows. */
export interface Summary {
  readonly rows: number;
  /** By canonical column. */
  readonly columns: Readonly<Record<string, ColumnSummary>>;
  /**
   * The largest of displayed rank − list length, and of what else a column of the log may not be below; null
   * where nothing is compared.
   */
  readonly deepestBeyondList: number | null;
  /** The deepest rank among the candidates; absent where none are known, or nothing is predicted for them. */
  readonly deepestCandidate?: number;
}

export const noValues: ColumnSummary = { values: 0, range: undefined, finite: true, whole: true };

/**
 * The summary of a canonical column; of one whose role the log does not have, an empty one. Throws an
 * InternalError where the log has the role and the survey does not know it.
 */
export function summaryOf(
  log: BoundLog,
  { columns }: Pick<Summary, "columns">,
  { name }: { readonly name: string },
): ColumnSummary {
  const columnSummary = columns[name];
  if (columnSummary !== undefined) return columnSummary;
  const use = useFilling(log, name);
  if (use === undefined || use.role.survey === "nothing") return noValues;
  throw new InternalError(`The survey knows nothing of ${use.path} (column "${name}").`, {
    column: name,
  });
}

/**
 * The range of a canonical column's values: that of the survey, or of what stands for a role that the log
 * does not have; of values that have no range, such as text, everything. Throws an InternalError for a
 * column that the log or the survey does not know.
 */
export function rangeOf(log: BoundLog, summary: Summary, name: string): readonly [number, number] {
  const { use, role } = originOf(log, name);
  const stand = use === undefined ? role.absent?.(log) : undefined;
  if (stand !== undefined && stand.kind !== "null") return boundsOf(stand, summary.rows);
  const { values, range } = summaryOf(log, summary, { name });
  // Of no value at all nothing is added up.
  return range ?? (values === 0 ? [0, 0] : [-Infinity, Infinity]);
}

const boundsOf = (stand: Expression, rows: number): readonly [number, number] =>
  bounds(stand, { column: () => [-Infinity, Infinity], rows });

/** What a result must say of the roles of a log, though nothing was refused. */
export const roleWarnings = (log: BoundLog, summary: Summary): readonly Reason[] =>
  log.uses.flatMap((use) => {
    const { role, index } = use;
    return role.warn?.(use, summaryOf(log, summary, columnOf(role, index)), log) ?? [];
  });

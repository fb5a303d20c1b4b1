import type { Plan } from "../sql/engine.js";
import {
  cast,
  column,
  count,
  type Expression,
  indicator,
  nullOf,
  or,
  sum,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { Table } from "../sql/run/table.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";
import { rowRules } from "./row-rules.js";

/** The roles by whose values results are split. */
export const strataRoles: readonly ["day", "feed", "logger"] = ["day", "feed", "logger"];

/** One cell of day × feed × logging policy; null for a role that the log does not have. */
export interface Stratum {
  readonly day: string | null;
  readonly feed: string | null;
  readonly logger: string | null;
}

/** The canonical columns by which a log is split: only those of roles that it has. */
export const strataKeys = ({ spec }: BoundLog): readonly string[] =>
  strataRoles.filter((role) => spec[role] !== undefined).map((role) => canonical[role].name);

/** day, feed and logging policy as text, NULL for a role that the log does not have. */
export const strataColumns = ({ spec }: BoundLog): readonly Named[] =>
  strataRoles.map(
    (role): Named => [
      role,
      spec[role] === undefined ? nullOf("text") : cast(canonical[role], "text"),
    ],
  );

/** The number of rows where a condition holds, BIGINT. */
export const countWhere = (condition: Expression): Expression =>
  cast(sum(indicator(condition)), "bigint");

export const brokenRow = (log: BoundLog): Expression =>
  or(rowRules(log).map((rule) => rule.violated));

export function strataPlan(log: BoundLog, rows: Relation): Plan {
  const grouped = group(rows, strataKeys(log), [["row_count", count()]]);
  const columns = [...strataColumns(log), ["rows_here", column("row_count")] as const];
  return {
    ...plan("days, feeds and logging policies", select(grouped, columns)),
    tellsState: true,
  };
}

export const readStrata = (table: Table): readonly (Stratum & { readonly rows: number })[] =>
  Array.from({ length: table.rows }, (_, i) => ({
    ...stratumAt(table.columns, i),
    rows: table.number("rows_here", i),
  }))
    .filter(({ rows }) => rows > 0)
    .sort(byStratum);

export function stratumAt(table: Table["columns"], i: number): Stratum {
  const read = (name: string): string | null => {
    const value = table.get(name)?.[i] ?? null;
    return value === null ? null : String(value);
  };
  return { day: read("day"), feed: read("feed"), logger: read("logger") };
}

/** A fixed order of strata: by code units, so that every machine sorts alike. */
export const byStratum = (a: Stratum, b: Stratum): number =>
  byText(a.day ?? "", b.day ?? "") ||
  byText(a.feed ?? "", b.feed ?? "") ||
  byText(a.logger ?? "", b.logger ?? "");

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

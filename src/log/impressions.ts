import { column } from "../sql/expression.js";
import { type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { type ColumnOf, columnOf, isNumbered } from "./role.js";
import { boundedValue, roleNamed, valueIn } from "./role-use.js";

/**
 * The source as canonical impressions: one row a viewed item, roles under fixed aliases, numbers as
 * DOUBLE, ranks and keys as BIGINT where they are whole numbers; `more` adds columns of the source.
 */
export function impressions(log: BoundLog, more: readonly Named[] = []): Relation {
  const added = new Set(more.map(([alias]) => alias));
  const plain = [...ownColumns(log), ...numberedColumns(log)].filter(
    ([alias]) => !added.has(alias),
  );
  const columns = [...plain, ...more];
  const rows = select(log.rows, columns);
  const derived = derivedColumns(log);
  if (derived.length === 0) return rows;
  const kept = columns.map(([alias]): Named => [alias, column(alias)]);
  return select(rows, [...kept, ...derived]);
}

export function canonicalNames(log: BoundLog): readonly string[] {
  const rows = impressions(log);
  return rows.kind === "select" ? rows.columns.map(([name]) => name) : [];
}

/** The log's own roles; most of those that it does not have are constant. */
const ownColumns = (log: BoundLog): readonly Named[] =>
  log.roles.flatMap((role): Named[] => {
    const value = isNumbered(role) ? undefined : valueIn(log, role);
    return value === undefined ? [] : [[columnOf(role).name, value]];
  });

const numberedColumns = (log: BoundLog): readonly Named[] =>
  log.uses
    .filter(({ role }) => isNumbered(role))
    .map((use): Named => [columnOf(use.role, use.index).name, boundedValue(log, use)]);

function derivedColumns(log: BoundLog): readonly Named[] {
  const of: ColumnOf = ({ name }, index) => columnOf(roleNamed(log, name), index);
  return log.uses.flatMap((use): Named[] => {
    const { derives } = use.role;
    return derives === undefined
      ? []
      : [[of(derives.fills, use.index).name, derives.value(use, of)]];
  });
}

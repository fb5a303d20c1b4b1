import type { Dialect } from "../../sql/dialect.js";
import type { Plan } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";

/** Stands before every text of a result: an empty field, `NULL` and `\N` can then only be NULL. */
export const textMark = ":";

/** The last column of a result, which says the number of rows again: a row that was cut short shows. */
export const endOf = (marker: string): string => `${marker}_end`;

/**
 * The statement of a plan with its marker as first column, which holds the number of rows, and once more
 * as last. Where there is none, one row of 0 and NULLs says so: a result without any row was not saved whole.
 */
export function wrapped(plan: Plan, marker: string, dialect: Dialect): string {
  const { identifier } = dialect;
  const [count, isRow] = [identifier(marker), identifier(`${marker}_row`)];
  const names = plan.columns.map(({ name }) => identifier(name));
  const rows = names.map((name) => `r.${name} AS ${name}`);
  const nothing = names.map((name) => `NULL AS ${name}`);
  const marked = plan.columns.map(({ type }, i) =>
    type === "text"
      ? `${dialect.text(textMark)} || t.${names[i]} AS ${names[i]}`
      : `t.${names[i]} AS ${names[i]}`,
  );
  // A window rather than a second reading of the rows, which most engines would compute twice.
  const end = `t.${count} AS ${identifier(endOf(marker))}`;
  return `SELECT ${listed([`t.${count} AS ${count}`, ...marked, end])}
FROM (
SELECT COUNT(*) OVER () - 1 AS ${count}, u.*
FROM (
SELECT ${listed([`1 AS ${isRow}`, ...rows])}
FROM (
${printPlan(plan, dialect)}
) AS r
UNION ALL
SELECT ${listed([`0 AS ${isRow}`, ...nothing])}
) AS u
) AS t
WHERE t.${isRow} = 1 OR t.${count} = 0`;
}

const listed = (items: readonly string[]): string => items.join(",\n    ");

import type { ReasonCode } from "../codes.js";
import {
  apply,
  bigint,
  double,
  type Expression,
  greater,
  isNull,
  less,
  not,
  or,
} from "../sql/expression.js";
import type { BoundLog } from "./bind.js";
import { columnOf, type Refusal, type Refusals, type RoleUse } from "./role.js";
import { type ColumnUse, columnUses, roleNamed, useOf } from "./role-use.js";
import { type Summary, summaryOf } from "./summary.js";

/** A rule that every row of a log must keep; `violated` is never NULL. */
export interface RowRule {
  readonly code: ReasonCode;
  /** The role and the source's column that the rule reads. */
  readonly role: string;
  readonly column: string;
  readonly violated: Expression;
  /** Whether what is known of the columns leaves room for a violation; rows are read only then. */
  readonly suspect: (summary: Summary) => boolean;
  readonly expected: string;
  readonly remedy: string;
}

export const rowRules = (log: BoundLog): readonly RowRule[] => [
  ...columnUses(log).flatMap((use) => rulesOf(log, use)),
  ...log.uses.flatMap((use) => rulesOfConstant(log, use)),
];

/** A number that stands for all rows may be below what a row holds: then that row's column is at fault. */
function rulesOfConstant(log: BoundLog, use: RoleUse): readonly RowRule[] {
  const { role, source, path } = use;
  const compared = whereBelow(log, use);
  const least = role.atLeast === undefined ? undefined : useOf(log, role.atLeast.name);
  const refusal = role.refuses?.outside;
  if (typeof source !== "number" || compared === undefined || refusal === undefined) return [];
  if (least === undefined || typeof least.source === "number") return [];
  const { code, remedy } = refusal;
  const written = typeof remedy === "string" ? remedy : remedy(use);
  const expected = `nothing above ${path}, which is ${source}`;
  const column = least.source.name;
  return [{ ...compared, code, role: least.path, column, expected, remedy: written }];
}

type Condition = Pick<RowRule, "violated" | "suspect">;

/** NULL and values outside are one rule where they are refused for one reason. */
function rulesOf(log: BoundLog, use: ColumnUse): readonly RowRule[] {
  const { missing, outside } = use.role.refuses ?? {};
  const isOrdinary = use.role.whereNull !== undefined && log.spec.invalid === undefined;
  const absent = missing && !isOrdinary ? whereMissing(log, use) : undefined;
  const wrong = outside && whereOutside(log, use, outside);
  if (missing && outside && absent && wrong && missing.code === outside.code) {
    return [rule(use, outside, either(absent, wrong))];
  }
  return [
    ...(missing && absent ? [rule(use, missing, absent)] : []),
    // A NULL that this rule does not refuse is not a violation.
    ...(outside && wrong
      ? [rule(use, outside, { ...wrong, violated: apply("coalesce", wrong.violated, never) })]
      : []),
  ];
}

const never: Expression = isNull(bigint(1n));

function rule(use: ColumnUse, { code, expected, remedy }: Refusal, when: Condition): RowRule {
  const written = typeof remedy === "string" ? remedy : remedy(use);
  return { ...when, code, role: use.path, column: use.source.name, expected, remedy: written };
}

const either = (a: Condition, b: Condition): Condition => ({
  violated: or([a.violated, b.violated]),
  suspect: (summary) => a.suspect(summary) || b.suspect(summary),
});

function whereMissing(log: BoundLog, { role, index, fallback }: ColumnUse): Condition {
  const column = columnOf(role, index);
  return {
    violated: isNull(column),
    suspect: (summary) =>
      fallback === undefined && summaryOf(log, summary, column).values < summary.rows,
  };
}

function whereOutside(
  log: BoundLog,
  use: ColumnUse,
  { low, high }: NonNullable<Refusals["outside"]>,
): Condition {
  const { role, index } = use;
  const column = columnOf(role, index);
  const isWhole = role.survey === "whole";
  const literal = (value: number): Expression => (isWhole ? bigint(BigInt(value)) : double(value));
  const beyond: Condition = {
    violated: or([
      ...(isWhole ? [] : [not(apply("isFinite", column))]),
      ...(low === undefined ? [] : [less(column, literal(low))]),
      ...(high === undefined ? [] : [greater(column, literal(high))]),
    ]),
    suspect: (summary) => {
      const { range, finite, whole } = summaryOf(log, summary, column);
      if (!finite || !whole) return true;
      const [least, most] = range ?? [low ?? 0, low ?? 0];
      const isLarge = isWhole && most >= 2 ** 53;
      return least < (low ?? -Infinity) || most > (high ?? Infinity) || isLarge;
    },
  };
  const compared = whereBelow(log, use);
  return compared === undefined ? beyond : either(beyond, compared);
}

/** Rows that hold less than another role does. */
function whereBelow(log: BoundLog, { role, index }: RoleUse): Condition | undefined {
  const { atLeast } = role;
  if (atLeast === undefined || useOf(log, atLeast.name) === undefined) return undefined;
  return {
    violated: greater(columnOf(roleNamed(log, atLeast.name)), columnOf(role, index)),
    suspect: ({ deepestBeyondList }) => (deepestBeyondList ?? 0) > 0,
  };
}

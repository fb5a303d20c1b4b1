import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Plan, PlanType } from "../../sql/engine.js";
import { cast, column, double, type Expression, times } from "../../sql/expression.js";
import { stepsOf } from "../../sql/passes/step.js";
import { printExpression } from "../../sql/print-expression.js";
import { textMark } from "./statement.js";

/** A column of a pack: of each type as many as its widest part has. */
export interface Slot {
  readonly name: string;
  readonly type: PlanType;
}

interface ColumnSlot extends Slot {
  /** Of a DOUBLE that is printed as a whole number: it is so many times two to this power. */
  readonly step?: number;
}

/**
 * The column of a pack in which each column of a plan stands, in the order of the plan's. Doubles that are multiples
 * of a known step are printed as the BIGINT of that many steps: half as long, and no program rounds it.
 * `isInSteps` is false for packs of earlier versions, which print doubles as they are.
 */
export function slotsOf(
  { columns, relation }: Pick<Plan, "columns" | "relation">,
  isInSteps = true,
): readonly ColumnSlot[] {
  const used = { bigint: 0, double: 0, text: 0 };
  const steps = stepsOf(relation);
  return columns.map(({ name, type: columnType }): ColumnSlot => {
    const step = isInSteps && columnType === "double" ? steps(name) : undefined;
    const type = step === undefined ? columnType : "bigint";
    used[type] += 1;
    return { name: `${type}_${used[type]}`, type, ...(step !== undefined && { step }) };
  });
}

/** What stands in a slot, of a column of a plan that prints as `value`. */
export function printed(value: string, { name, type, step }: ColumnSlot, dialect: Dialect): string {
  if (type === "text") return `${dialect.text(textMark)} || ${value}`;
  if (step === undefined) return value;
  const whole = column(name);
  const many = cast(step === 0 ? whole : times(whole, double(powerOfTwo(-step))), "bigint");
  return printExpression(many, { dialect, column: () => value });
}

/** The value of the plan's column, of what stands in its slot. */
export function readFrom({ name, type, step }: ColumnSlot): Expression {
  const value = cast(column(name), type);
  if (step === undefined) return value;
  return times(cast(value, "double"), double(powerOfTwo(step)));
}

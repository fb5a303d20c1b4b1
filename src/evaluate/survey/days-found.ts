import { type DayForm, withOffset } from "../../log/days/day-form.js";
import type { LogSpec } from "../../log/log-spec.js";
import { describeSource } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import {
  caseWhen,
  cast,
  column,
  count,
  type Expression,
  indicator,
  max,
  min,
  not,
  nullOf,
  or,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import type { SourceColumn } from "../../sql/source-column.js";

export interface DayColumn {
  readonly spec: LogSpec;
  readonly rows: Relation;
  readonly day: SourceColumn;
  readonly columns: readonly SourceColumn[];
}

/** What the whole column holds: values, the first and last as text, and how many each form fits. */
export interface DayReadings {
  readonly values: number;
  readonly ends: readonly string[];
  readonly fits: ReadonlyMap<DayForm, { readonly rows: number; readonly example: string | null }>;
  /** A value that no form fits. */
  readonly odd: string | null;
  readonly offsets: number;
}

export const dayColumn = ({ spec, day }: DayColumn): string =>
  `column "${day.name}" of ${describeSource(spec.source)}`;

export const rowsOf = ({ fits }: DayReadings, form: DayForm): number => fits.get(form)?.rows ?? 0;

/** One statement over all rows: a form that fits the first ones may not fit the last. */
export async function daysFound(
  { engine, options }: Connection,
  { rows, day }: DayColumn,
  forms: readonly DayForm[],
): Promise<DayReadings> {
  const value = cast(column(day.name), day.type === "text" ? "text" : "double");
  const counted = (when: Expression): Expression => cast(sum(indicator(when)), "double");
  const isText = day.type === "text";
  const textIf = (when: Expression): Expression =>
    min(isText ? caseWhen([{ when, then: value }], nullOf("text")) : nullOf("text"));
  const fitted = forms.flatMap((form, i): Named[] => [
    [`fits_${i}`, counted(form.fits(day.name))],
    [`example_${i}`, textIf(form.fits(day.name))],
  ]);
  const none = not(or(forms.map((form) => form.fits(day.name))));
  const totals: readonly Named[] = [
    ["days", cast(count(column(day.name)), "double")],
    ["low", min(value)],
    ["high", max(value)],
    ["odd", textIf(none)],
    ["offsets", isText ? counted(withOffset(day.name)) : cast(count(), "double")],
  ];
  const counts = plan("how days are written", group(rows, [], [...totals, ...fitted]));
  const [table] = await collectWide(engine, [ofOneRow(counts)], options);
  return {
    values: table.number("days"),
    ends: ["low", "high"].flatMap((name) => endOf(table, name, isText)),
    fits: new Map(
      forms.map((form, i) => [
        form,
        { rows: table.numberOrZero(`fits_${i}`), example: table.text(`example_${i}`) },
      ]),
    ),
    odd: table.text("odd"),
    offsets: isText ? table.numberOrZero("offsets") : 0,
  };
}

function endOf(table: Table, name: string, isText: boolean): readonly string[] {
  const end = isText ? table.text(name) : table.numberOrNull(name);
  return end === null ? [] : [String(end)];
}

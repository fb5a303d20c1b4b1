import type { TextStyle } from "../../element.js";
import { drawColumns, onlyChanges, type TextColumn, widthOf } from "../../formats/text/columns.js";
import type { PlanLineView } from "./plan-view.js";

/** The table of a plan; where the width does not hold differences in both units, relative ones alone. */
export function planTable(
  lines: readonly PlanLineView[],
  power: string,
  { width, paint }: TextStyle,
): readonly string[] {
  const rows = lines.map(() => null);
  const wide = wideColumns(lines, power);
  if (widthOf(wide) <= width) return drawColumns(wide, rows, width, paint);
  const needs = lines.map(({ need }) => ({ from: "takes", text: need }));
  return drawColumns(narrowColumns(lines), needs, width, paint);
}

/** What the headers of the narrow table stand for; nothing where the wide one fits. */
export const planLegend = (
  lines: readonly PlanLineView[],
  power: string,
  { width }: TextStyle,
): readonly string[] =>
  widthOf(wideColumns(lines, power)) <= width
    ? []
    : [
        `Finds: the smallest difference that this log finds at ${power}, relative to the baseline where that can be; power: the chance to find what was seen; takes: what finding it takes. A wider terminal, --html or --format csv also give differences in units of the reward.`,
      ];

const wideColumns = (lines: readonly PlanLineView[], power: string): readonly TextColumn[] => [
  ...placeColumns(lines),
  left(`found at ${power}`, lines, ({ smallest }) => smallest),
  left("seen", lines, ({ seen }) => seen),
  right("its power", lines, (line) => line.power),
  left("to find it takes", lines, ({ need }) => need),
];

const narrowColumns = (lines: readonly PlanLineView[]): readonly TextColumn[] => [
  ...placeColumns(lines),
  right("finds", lines, ({ smallest }) => shortest(smallest)),
  right("seen", lines, ({ seen }) => shortest(seen)),
  right("power", lines, (line) => line.power),
  left("takes", lines, ({ need }) => need),
];

const placeColumns = (lines: readonly PlanLineView[]): readonly TextColumn[] => [
  { header: "policy", align: "left", cells: onlyChanges(lines.map(({ policy }) => policy)) },
  left("reward", lines, ({ reward }) => reward),
  left("feed", lines, ({ feed }) => feed),
];

/** "+4.11 %" of "+0.012 (+4.11 %)" */
const shortest = (size: string): string => /\((.*)\)$/.exec(size)?.[1] ?? size;

type Cell = (line: PlanLineView) => string;

const left = (header: string, lines: readonly PlanLineView[], of: Cell): TextColumn => ({
  header,
  align: "left",
  cells: lines.map(of),
});

const right = (header: string, lines: readonly PlanLineView[], of: Cell): TextColumn => ({
  header,
  align: "right",
  cells: lines.map(of),
});

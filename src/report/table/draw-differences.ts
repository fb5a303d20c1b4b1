import { sayQuestion } from "../say/question.js";
import type { SaidDifference, SaidDifferences } from "../say/say-differences.js";
import { drawColumns } from "./draw-columns.js";
import { onlyChanges } from "./only-changes.js";
import type { Paint } from "./paint.js";

/** The paired differences of one question, adjusted; the rows that decide carry a star. */
export function drawDifferences(
  { baseline, question, rows, family }: SaidDifferences,
  interval: string,
  width: number,
  paint: Paint,
): readonly string[] {
  const column = (cell: (row: SaidDifference) => string): readonly string[] => rows.map(cell);
  const columns = [
    { header: "estimator", align: "left", cells: onlyChanges(column((row) => row.estimator)) },
    { header: "policy", align: "left", cells: column(markedPolicy) },
    { header: "value", align: "point", cells: column((row) => row.value) },
    { header: interval, align: "right", cells: column((row) => row.interval) },
    { header: "p", align: "right", cells: column((row) => row.p), spare: 1 },
    { header: "lift", align: "right", cells: column((row) => row.lift), spare: 2 },
  ] as const;
  const instead = rows.map(({ none }) =>
    none === null ? null : ({ from: "value", text: none, style: "dim" } as const),
  );
  const adjusted = family > 1 ? paint("dim", ` (adjusted for ${family})`) : "";
  return [
    `${paint("bold", `${sayQuestion(question)}, from ${baseline}`)}${adjusted}`,
    ...drawColumns(columns, instead, width, paint),
  ];
}

function markedPolicy({ policy, decides }: SaidDifference): string {
  return decides ? `${policy} *` : policy;
}

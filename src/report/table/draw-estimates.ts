import { sayQuestion } from "../say/question.js";
import type { SaidEstimate, SaidEstimates } from "../say/say-estimates.js";
import { drawColumns, type Instead } from "./draw-columns.js";
import { onlyChanges } from "./only-changes.js";
import type { Paint } from "./paint.js";

/** The estimates of one question, with their reasons where there is no number. */
export function drawEstimates(
  { question, rows }: SaidEstimates,
  interval: string,
  width: number,
  paint: Paint,
): readonly string[] {
  const column = (cell: (row: SaidEstimate) => string): readonly string[] => rows.map(cell);
  const columns = [
    { header: "estimator", align: "left", cells: onlyChanges(column((row) => row.estimator)) },
    { header: "policy", align: "left", cells: column(markedPolicy) },
    { header: "value", align: "point", cells: column((row) => row.value) },
    { header: interval, align: "right", cells: column((row) => row.interval) },
    { header: "truth", align: "point", cells: column((row) => row.truth ?? "") },
    { header: "in?", align: "left", cells: column(sayHolds) },
    { header: "skipped", align: "right", cells: column((row) => row.skipped ?? ""), spare: 1 },
    { header: "trajectories", align: "right", cells: column((row) => row.n), spare: 2 },
  ] as const;
  return [
    paint("bold", sayQuestion(question)),
    ...drawColumns(columns, rows.map(insteadOf), width, paint),
  ];
}

function markedPolicy({ policy, warnings }: SaidEstimate): string {
  return warnings.length === 0 ? policy : `${policy} !`;
}

function sayHolds({ holdsTruth }: SaidEstimate): string {
  if (holdsTruth === null) return "";
  return holdsTruth ? "yes" : "NO";
}

function insteadOf({ none }: SaidEstimate): Instead | null {
  return none === null ? null : { from: "value", text: none, style: "dim" };
}

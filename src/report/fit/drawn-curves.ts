import type { FittedFeed } from "../../evaluate/fit.js";
import type { CurveSpec } from "../../exposure/curve.js";
import { hazard } from "../../exposure/hazard.js";
import { table } from "../../exposure/table/table.js";
import { tabulate } from "../../exposure/tabulate.js";

/** A fitted curve by rank, the first entry being rank 1. */
export interface DrawnCurve {
  readonly model: string;
  readonly isKept: boolean;
  readonly p: readonly number[];
  readonly hazard: readonly number[];
}

/**
 * The curves of a feed down to a rank, the kept one last, so that it is drawn above the others. The
 * measured table is no line of its own unless it is kept: the points are it.
 */
export function drawnCurves({ rows, kept }: FittedFeed, ranks: number): readonly DrawnCurve[] {
  const keptModel = "code" in kept ? undefined : kept.fit.model;
  const others = rows.flatMap((row) =>
    "none" in row || row.model === keptModel || row.model === table.name
      ? []
      : [drawn(row.model, row.fit.curve, ranks, false)],
  );
  return "code" in kept ? others : [...others, drawn(kept.fit.model, kept.fit.curve, ranks, true)];
}

/** The hazard stops before a rank that nobody views: it is 1 there by decree, not by measurement. */
function drawn(model: string, spec: CurveSpec, ranks: number, isKept: boolean): DrawnCurve {
  const p = tabulate(spec, ranks + 1);
  const viewed = p.indexOf(0);
  const ends = viewed < 0 ? ranks : viewed - 1;
  return { model, isKept, p: p.slice(0, ranks), hazard: hazard(spec, ranks).slice(0, ends) };
}

import { reason, StudyError } from "../errors.js";
import { canonical } from "../log/index.js";
import {
  all,
  call,
  cast,
  column,
  type Expression,
  type Named,
  not,
  type Relation,
  select,
  text,
} from "../sql/index.js";
import type { DayRange } from "../study/index.js";
import { teaches } from "./estimated.js";
import type { Surveyed } from "./survey-log.js";

/** The log without the days that teach the curves: what is evaluated; those rows are counted. */
export function withoutFitDays(found: Surveyed, days: DayRange | undefined): Surveyed {
  if (days === undefined) return found;
  const kept = found.strata.flatMap((stratum, i) =>
    teaches(stratum.day, days) ? [] : [{ stratum, size: found.sizes[i] ?? 0 }],
  );
  if (kept.length === 0) throw nothingToEvaluate(days);
  const sizes = kept.map(({ size }) => size);
  const left = sizes.reduce((sum, size) => sum + size, 0);
  return {
    ...found,
    rows: select(found.rows, columnsOfRows(found.rows), { where: not(inDays(days)) }),
    strata: kept.map(({ stratum }) => stratum),
    sizes,
    counts: { ...found.counts, fitDaysRows: found.summary.rows - left },
  };
}

function inDays({ from, to }: DayRange): Expression {
  const day = (iso: string): Expression => cast(text(iso), "date");
  return all([
    ...(from === undefined ? [] : [call(">=", canonical.day, day(from))]),
    ...(to === undefined ? [] : [call("<=", canonical.day, day(to))]),
  ]);
}

function columnsOfRows(rows: Relation): readonly Named[] {
  const columns = rows.kind === "select" ? rows.columns : [];
  return columns.map(([alias]): Named => [alias, column(alias)]);
}

function nothingToEvaluate({ from, to }: DayRange): StudyError {
  const stretch = `${from ?? "the first day"} to ${to ?? "the last"}`;
  const message = `log.exposure.fitDays (${stretch}) holds every day of the log, so that none is left to evaluate; choose some of them, or leave fitDays out to learn the curves from the days that are evaluated.`;
  return new StudyError(reason("noDayLeft", message, { from: from ?? null, to: to ?? null }));
}

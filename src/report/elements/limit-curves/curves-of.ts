import type { Estimate } from "../../../evaluate/conclude/result.js";
import type { ReportedEstimate } from "../../source.js";
import type { Question } from "../../words/question.js";

/** Estimates over all days that differ in one limit alone. */
export interface LimitCurve {
  readonly question: Question;
  /** The estimator, with its other parameters where the log asks for several. */
  readonly name: string;
  readonly limit: string;
  /** The strongest limit first, "inf" last. */
  readonly points: readonly (Estimate & { readonly at: number | "inf" })[];
}

type EstimatorName = Pick<Estimate, "estimator" | "parameters">;

const fewestPoints = 3;

/** The estimates of a result that differ in one number of their parameters, three values of it or more. */
export function limitCurves(estimates: readonly ReportedEstimate[]): readonly LimitCurve[] {
  const rows = estimates.filter((row): row is Estimate => "value" in row && row.day === null);
  const names = [...new Set(rows.flatMap(({ parameters }) => Object.keys(parameters)))];
  return names.flatMap((limit) => curvesBy(limit, rows));
}

function curvesBy(limit: string, rows: readonly Estimate[]): readonly LimitCurve[] {
  const groups = new Map<string, (Estimate & { at: number | "inf" })[]>();
  for (const row of rows) {
    const at = limitOf(row.parameters[limit]);
    if (at === undefined) continue;
    const { estimator, reward, estimand, feed } = row;
    const key = JSON.stringify([estimator, reward, estimand, feed, othersOf(row, limit)]);
    groups.set(key, [...(groups.get(key) ?? []), { ...row, at }]);
  }
  return [...groups.values()].flatMap((points): readonly LimitCurve[] => {
    const [first] = points;
    const rows = points.filter(({ policy }) => policy !== "logged");
    if (first === undefined || new Set(rows.map(({ at }) => at)).size < fewestPoints) return [];
    const { reward, estimand, feed } = first;
    const name = nameOf(first, limit);
    const sorted = rows.sort((a, b) => sizeOf(a.at) - sizeOf(b.at));
    return [{ question: { reward, estimand, feed }, name, limit, points: sorted }];
  });
}

export function nameOf(of: EstimatorName, limit: string): string {
  const others = othersOf(of, limit).map(([name, value]) => `${name} ${value}`);
  return others.length === 0 ? of.estimator : `${of.estimator} (${others.join(", ")})`;
}

export const shownLimit = (limit: unknown): string =>
  limit === null || limit === undefined || limit === "inf" ? "∞" : String(limit);

/** A number, or no limit (which a parameter writes as "inf" or null). */
function limitOf(value: unknown): number | "inf" | undefined {
  if (typeof value === "number") return value;
  return value === "inf" || value === null ? "inf" : undefined;
}

const sizeOf = (at: number | "inf"): number => (at === "inf" ? Number.POSITIVE_INFINITY : at);

/** The other parameters, those that set no limit left out. */
const othersOf = (
  { parameters }: Pick<EstimatorName, "parameters">,
  limit: string,
): readonly (readonly [string, unknown])[] =>
  Object.entries(parameters).filter(
    ([name, value]) => name !== limit && value !== "inf" && value !== null,
  );

import type { Parameters, ParameterValue } from "../parameters.js";
import type { Curve } from "./curve.js";

/** Under this key a value that names a model carries the curves that a caller added; JSON leaves it out. */
export const ownCurves: unique symbol = Symbol("own curves");

/** A value that names a model: a curve, a fit, or what is to be fitted. */
export interface NamesModel {
  readonly [ownCurves]?: readonly Curve[];
}

/** The caller's curves that one value carries, for another value. */
export const carriedBy = ({ [ownCurves]: own }: NamesModel): NamesModel =>
  own === undefined ? {} : { [ownCurves]: own };

/** A curve of the list by its name, with its parameters; beyond `cutoff` the probability is 0. */
export interface CurveSpec extends NamesModel {
  readonly model: string;
  readonly parameters: Parameters;
  readonly cutoff?: number;
}

/** The curves of a log: one for every feed, or one each by the feed's name. */
export type CurveByFeed =
  | { readonly every: CurveSpec }
  | { readonly byFeed: Readonly<Record<string, CurveSpec>> };

/** Every curve of a log. */
export const curvesOf = (curve: CurveByFeed): readonly CurveSpec[] =>
  "every" in curve ? [curve.every] : Object.values(curve.byFeed);

/** The curve of one feed, where there is one. */
export function curveOfFeed(curve: CurveByFeed, feed: string | null): CurveSpec | undefined {
  if ("every" in curve) return curve.every;
  return feed !== null && Object.hasOwn(curve.byFeed, feed) ? curve.byFeed[feed] : undefined;
}

/**
 * The name of a curve with everything that sets it, equal for two curves exactly when their model,
 * parameters and cut-off are: "yuleSimon(rho=1.2,cutoff=200)", "table(values=[1,0.7],cutoff=2)", "log2".
 */
export function curveName(spec: CurveSpec): string {
  const settings = Object.entries(spec.parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${quoted(name, "cutoff")}=${written(value)}`);
  if (spec.cutoff !== undefined) settings.push(`cutoff=${spec.cutoff}`);
  const model = quoted(spec.model);
  return settings.length === 0 ? model : `${model}(${settings.join(",")})`;
}

/** Quotes a name that could be read as punctuation, or as the reserved word. */
function quoted(name: string, reserved?: string): string {
  return /^\w+$/.test(name) && name !== reserved ? name : JSON.stringify(name);
}

function written(value: ParameterValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  return value !== null && typeof value === "object" ? `[${value.join(",")}]` : String(value);
}

import type { ParameterValue } from "../parameters.js";
import { type CurveSpec, type NamesModel, ownCurves } from "./curve.js";
import type { PerFeed } from "./per-feed.js";

/** The caller's curves that one value carries, for another value. */
export const carriedBy = ({ [ownCurves]: curves }: NamesModel): NamesModel =>
  curves === undefined ? {} : { [ownCurves]: curves };

export type CurveByFeed = PerFeed<CurveSpec>;

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

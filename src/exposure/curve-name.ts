import type { ParameterValue } from "../parameters.js";
import type { CurveSpec } from "./curve.js";

/**
 * The name of a curve with everything that sets it, equal for two curves exactly when their model,
 * parameters and cut-off are: "yuleSimon(rho=1.2,cutoff=200)", "table(values=[1,0.7],cutoff=2)", "log2".
 */
export function curveName(spec: CurveSpec): string {
  const settings = Object.entries(spec.parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${word(name, "cutoff")}=${written(value)}`);
  if (spec.cutoff !== undefined) settings.push(`cutoff=${spec.cutoff}`);
  const model = word(spec.model);
  return settings.length === 0 ? model : `${model}(${settings.join(",")})`;
}

/** A name that could be taken for punctuation, or for the cut-off, goes in quotes. */
function word(name: string, taken?: string): string {
  return /^\w+$/.test(name) && name !== taken ? name : JSON.stringify(name);
}

function written(value: ParameterValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  return value !== null && typeof value === "object" ? `[${value.join(",")}]` : String(value);
}

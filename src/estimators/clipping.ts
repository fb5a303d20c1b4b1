import { type Reason, reason } from "../errors.js";
import type { NumberParameter, Parameters } from "../parameters.js";

/** min(m, 1/ε0), as in the paper; inf does not clip, null means there is nothing to clip. */
export const clipParameter: NumberParameter = {
  name: "clip",
  kind: "number",
  purpose: "largest inverse logging propensity, min(m, 1/ε0); inf: no clipping",
  min: 0,
  max: Infinity,
  open: "min",
  infinite: true,
  default: "inf",
};

/** min(m, ε_t/ε0), the whole ratio; not comparable with `clip`. */
export const clipRatioParameter: NumberParameter = {
  name: "clipRatio",
  kind: "number",
  purpose: "largest importance weight, min(m, ε_t/ε0); null: no clipping",
  min: 0,
  max: Infinity,
  open: "min",
  default: null,
};

export function finite(parameters: Parameters, name: "clip" | "clipRatio"): number | undefined {
  const value = parameters[name];
  return typeof value === "number" ? value : undefined;
}

export function clipConflict(parameters: Parameters): Reason | undefined {
  if (finite(parameters, "clip") === undefined) return undefined;
  if (finite(parameters, "clipRatio") === undefined) return undefined;
  const message = "clip and clipRatio cannot both be finite: choose the one or the other.";
  return reason("twoClips", message, { clip: parameters.clip ?? null });
}

/** No clipping of either kind: the only form that estimates the reward itself. */
export const unclipped = (parameters: Parameters): boolean =>
  finite(parameters, "clip") === undefined && finite(parameters, "clipRatio") === undefined;

/** An infinite ratio clip clips nothing. */
export const canonicalClips = (parameters: Parameters): Parameters => ({
  clip: parameters.clip ?? "inf",
  clipRatio: parameters.clipRatio ?? null,
});

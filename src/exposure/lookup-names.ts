import type { CurveSpec } from "./curve.js";
import { curveName } from "./curve-name.js";

/** The look-up of min(clip, 1/p). */
export const inverseName = (curve: CurveSpec, clip: number): string =>
  `min(${clip},${inverse(curve)}`;

/** Whether a look-up is of min(clip, 1/p) for some clip. */
export const isInverseName = (name: string, curve: CurveSpec): boolean =>
  name.startsWith("min(") && name.endsWith(`,${inverse(curve)}`);

const inverse = (curve: CurveSpec): string => `1/${curveName(curve)})`;

/** The look-up of p from the cut-off upwards. */
export const backwardsName = (curve: CurveSpec): string => `${curveName(curve)} backwards`;

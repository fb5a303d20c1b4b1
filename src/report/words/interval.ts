import type { Interval } from "../../evaluate/conclude/result.js";
import { showLevel, showNumber, showPercent, showSigned } from "../../numeric/show-number.js";

/** "[0.412, 0.437]" */
export function showInterval([lo, hi]: Interval, decimals: number): string {
  return `[${showNumber(lo, decimals)}, ${showNumber(hi, decimals)}]`;
}

/** "[+0.012, +0.037]" */
export function showSignedInterval([lo, hi]: Interval, decimals: number): string {
  return `[${showSigned(lo, decimals)}, ${showSigned(hi, decimals)}]`;
}

/** "[+1.20 %, +3.70 %]" */
export function showPercentInterval([lo, hi]: Interval): string {
  return `[${showPercent(lo)}, ${showPercent(hi)}]`;
}

/** "95 % interval" */
export const intervalName = (confidence: number): string => `${showLevel(confidence)} interval`;

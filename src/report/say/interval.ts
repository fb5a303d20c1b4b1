import type { Interval } from "../../evaluate/conclude/result.js";
import { sayNumber, sayPercent, saySigned } from "./number.js";

/** "[0.412, 0.437]" */
export function sayInterval([lo, hi]: Interval, decimals: number): string {
  return `[${sayNumber(lo, decimals)}, ${sayNumber(hi, decimals)}]`;
}

/** "[+0.012, +0.037]" */
export function saySignedInterval([lo, hi]: Interval, decimals: number): string {
  return `[${saySigned(lo, decimals)}, ${saySigned(hi, decimals)}]`;
}

/** "[+1.20 %, +3.70 %]" */
export function sayPercentInterval([lo, hi]: Interval): string {
  return `[${sayPercent(lo)}, ${sayPercent(hi)}]`;
}

import { exp } from "../../numeric/index.js";

/** The probability whose logit is that of `p` plus `by`: 0 and 1 stay. `shiftLogit(0.5, 0)` is 0.5. */
export function shiftLogit(p: number, by: number): number {
  const odds = p * exp(by);
  return odds === 0 ? 0 : odds / (1 - p + odds);
}

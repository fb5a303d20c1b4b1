import { expOfSum } from "./exp-of-sum.js";

/** e^x, as `Math.exp`, with the same bits everywhere: `exp(1)` is 2.718281828459045. */
export const exp = (x: number): number => expOfSum(x, 0);

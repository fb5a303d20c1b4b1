import { showNumber } from "../../numeric/show-number.js";

/** "0.62", or "0.62 to 0.91" of what it may be. */
export const rangeWords = (range: readonly number[]): string =>
  range.map((value) => showNumber(value, 2)).join(" to ");

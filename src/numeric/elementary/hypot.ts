import {
  addDoubleDouble,
  type DoubleDouble,
  fromDouble,
  subtractDoubleDouble,
  toDouble,
  twoProduct,
} from "../double-double.js";
import { powerOfTwo } from "./power-of-two.js";

/** The root of the sum of squares, as `Math.hypot`, with the same bits everywhere: `hypot(3, 4)` is 5. */
export function hypot(...values: readonly number[]): number {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (values.some((value) => Math.abs(value) === Infinity)) return Infinity;
  if (largest === 0 || Number.isNaN(largest)) return largest;
  const unit = unitFor(largest);
  let sum: DoubleDouble = fromDouble(0);
  for (const value of values) sum = addDoubleDouble(sum, twoProduct(value / unit, value / unit));
  const root = Math.sqrt(sum.hi);
  const missing = toDouble(subtractDoubleDouble(sum, twoProduct(root, root)));
  return (root + missing / (2 * root)) * unit;
}

/** A power of two that keeps squares of the largest away from both ends. */
function unitFor(largest: number): number {
  if (largest > powerOfTwo(400)) return powerOfTwo(700);
  return largest < powerOfTwo(-400) ? powerOfTwo(-600) : 1;
}

import { expect, it } from "vitest";
import {
  addDoubleDouble,
  type DoubleDouble,
  divideDouble,
  multiplyDouble,
} from "../double-double.js";
import { firstCell, logRests, logs, reciprocals } from "./log-table.js";

it("holds the logarithms of its reciprocals, by their series", () => {
  expect([reciprocals.length, logs.length, logRests.length]).toEqual([93, 93, 93]);
  for (let at = 0; at < 93; at++) {
    const m = Math.round((128 / (firstCell + at)) * 512);
    const { hi, lo } = logOfRatio(512, m);
    const rounded = Math.round(hi * 2 ** 42) / 2 ** 42;
    expect(reciprocals[at]).toBe(m / 512);
    expect([logs[at], logRests[at]]).toEqual([rounded, hi - rounded + lo]);
  }
});

/** log(a/b) = 2·artanh((a − b)/(a + b)) by its series, for a/b near 1. */
function logOfRatio(a: number, b: number): DoubleDouble {
  const at = (power: DoubleDouble): DoubleDouble =>
    divideDouble(multiplyDouble(power, a - b), a + b);
  let power = at({ hi: 2, lo: 0 });
  let sum: DoubleDouble = { hi: 0, lo: 0 };
  for (let k = 1; k < 44; k += 2, power = at(at(power))) {
    sum = addDoubleDouble(sum, divideDouble(power, k));
  }
  return sum;
}

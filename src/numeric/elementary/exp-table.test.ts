import { expect, it } from "vitest";
import {
  addDouble,
  addDoubleDouble,
  type DoubleDouble,
  divideDouble,
  multiplyDouble,
} from "../double-double.js";
import { powerRests, powers } from "./exp-table.js";

/** log 2 / 256 in two parts. */
const [step, stepRest] = [0.002707606173999011, 6.327543041662719e-14];

it("holds the exponentials of multiples of log 2 / 256, by their series", () => {
  expect([powers.length, powerRests.length]).toEqual([256, 256]);
  for (let j = 0; j < 256; j++) {
    const { hi, lo } = series(addDouble(multiplyDouble({ hi: stepRest, lo: 0 }, j), step * j));
    expect([powers[j], powerRests[j]]).toEqual([hi, lo]);
  }
});

/** exp(x) for 0 ≤ x < 1. */
function series(x: DoubleDouble): DoubleDouble {
  let sum: DoubleDouble = { hi: 1, lo: 0 };
  for (let n = 28; n > 0; n--) sum = addDouble(divideDouble(product(sum, x), n), 1);
  return sum;
}

function product(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return addDoubleDouble(multiplyDouble(a, b.hi), multiplyDouble(a, b.lo));
}

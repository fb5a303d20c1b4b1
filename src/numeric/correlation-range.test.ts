import { expect, it } from "vitest";
import { suiteSeed } from "../../test/fixture/property.js";
import { createRandom } from "../random/create-random.js";
import { pearson } from "./correlation.js";
import { correlationRange } from "./correlation-range.js";

const r = (x: readonly number[], y: readonly number[]): number => pearson(x, y)?.r ?? 0;
const grid = Array.from({ length: 101 }, (_, at) => at / 100);

it("is r itself where nothing is open, and everything where all may be equal", () => {
  const [x, y] = [
    [1, 2, 4, 5],
    [2, 1, 7, 3],
  ];
  for (const end of correlationRange(x, y, y)) expect(end).toBeCloseTo(r(x, y), 12);
  expect(correlationRange(x, [0, 0, 1, 1], [1, 1, 2, 2])).toEqual([-1, 1]);
  const [low, high] = correlationRange([1, 2, 3], [1, 2, 3], [1, 3, 3]);
  expect([low, high]).toEqual([expect.closeTo(Math.sqrt(3 / 4), 12), expect.closeTo(1, 12)]);
});

it("is what a fine grid over two sets finds, whatever its sign", () => {
  const random = createRandom(`correlation range ${suiteSeed}`);
  for (let world = 0; world < 20; world++) {
    const x = Array.from({ length: 4 }, () => random.normal());
    const sign = world % 2 === 0 ? 1 : -1;
    const low = x.map((each) => sign * each + random.normal() / 2);
    const high = low.map((each, i) => (i < 2 ? each + random.next() : each));
    if (Math.max(...low) <= Math.min(...high)) continue;
    const all = grid.flatMap((s) =>
      grid.map((t) => {
        const at = [s, t];
        return r(
          x,
          low.map((each, i) => each + (at[i] ?? 0) * ((high[i] ?? each) - each)),
        );
      }),
    );
    const [least, most] = correlationRange(x, low, high);
    expect(least).toBeLessThanOrEqual(Math.min(...all) + 1e-12);
    expect(most).toBeGreaterThanOrEqual(Math.max(...all) - 1e-12);
    expect(Math.min(...all) - least).toBeLessThan(2e-3);
    expect(most - Math.max(...all)).toBeLessThan(2e-3);
  }
});

it("holds every value of many sets, and turns with a side", () => {
  const random = createRandom(`many sets ${suiteSeed}`);
  for (const sets of [5, 12, 13, 40]) {
    const x = Array.from({ length: sets + 3 }, () => random.normal());
    const low = x.map((each) => 2 * each + random.normal() / 3);
    const high = low.map((each, i) => (i < sets ? each + 0.4 * random.next() : each));
    const [least, most] = correlationRange(x, low, high);
    for (let draw = 0; draw < 200; draw++) {
      const corner = draw % 2 === 0;
      const y = low.map((each, i) => {
        const share = random.next();
        return each + (corner ? Math.round(share) : share) * ((high[i] ?? each) - each);
      });
      expect(r(x, y)).toBeGreaterThanOrEqual(least - 1e-12);
      expect(r(x, y)).toBeLessThanOrEqual(most + 1e-12);
    }
    const turned = correlationRange(
      x.map((each) => -each),
      low,
      high,
    );
    expect(turned).toEqual([expect.closeTo(-most, 9), expect.closeTo(-least, 9)]);
  }
});

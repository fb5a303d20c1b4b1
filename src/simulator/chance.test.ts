import { expect, test } from "vitest";
import { chiSquaredUpperTail } from "../numeric/chi-squared.js";
import { createChance } from "./chance.js";

test("a key decides what follows, whatever was drawn before", () => {
  const chance = createChance(1, "w");
  const first = [chance.set(3, 4, 5).next(), chance.next()];
  chance.set(9, 9, 9).normal();
  expect([chance.set(3, 4, 5).next(), chance.next()]).toEqual(first);
  expect(createChance(2, "w").set(3, 4, 5).next()).not.toBe(first[0]);
  expect(createChance(1, "v").set(3, 4, 5).next()).not.toBe(first[0]);
});

test("many numbers at a time are those that come one by one, and the stream goes on behind them", () => {
  const chance = createChance(1, "w");
  chance.set(3, 4, 5);
  const single = Array.from({ length: 7 }, () => chance.next());
  const filled = new Float64Array(6).fill(-1);
  chance.set(3, 4, 5).fill(filled, 5);
  expect([...filled, chance.next()]).toEqual([...single.slice(0, 5), -1, single[5]]);
});

test.each(["user", "trajectory", "purpose"] as const)(
  "first draws of neighbouring keys are uniform and independent: %s",
  (part) => {
    const chance = createChance(7, "w");
    const cells = new Float64Array(256);
    const n = 25_600;
    const at = (i: number): number => {
      const key = { user: 1, trajectory: 2, purpose: 3, [part]: i };
      return chance.set(key.user, key.trajectory, key.purpose).next();
    };
    for (let i = 0; i < n; i++) {
      const cell = Math.floor(16 * at(i)) * 16 + Math.floor(16 * at(i + 1));
      cells[cell] = (cells[cell] ?? 0) + 1;
    }
    const statistic = cells.reduce((sum, count) => sum + (count - n / 256) ** 2 / (n / 256), 0);
    const tail = chiSquaredUpperTail(statistic, 255);
    expect(tail).toBeGreaterThan(1e-4);
    expect(tail).toBeLessThan(1 - 1e-4);
  },
);

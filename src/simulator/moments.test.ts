import { expect, test } from "vitest";
import { addMoments, meanOfMoments, noMoments } from "./moments.js";
import { addTrajectory, closeUser, emptySheet, momentsAt } from "./totals.js";

const users = [[1, 0, 3], [2], [0, 0], [5, 1, 1, 1], [1e6, 1e6 + 1]];

function sheetOf(some: readonly (readonly number[])[]) {
  const sheet = emptySheet(1, 1, 1);
  for (const user of some) {
    for (const value of user) addTrajectory(sheet, 0, 0, Float64Array.of(value));
    closeUser(sheet);
  }
  return momentsAt(sheet.all, sheet, 0, 1, 0);
}

test("the mean is per trajectory and its error clustered by user (CR1)", () => {
  const n = users.flat().length;
  const mean = users.flat().reduce((sum, value) => sum + value, 0) / n;
  const squares = users.map((user) => user.reduce((sum, value) => sum + value - mean, 0) ** 2);
  const total = squares.reduce((sum, square) => sum + square, 0);
  const found = meanOfMoments(sheetOf(users));
  expect(found?.mean).toBeCloseTo(mean, 6);
  expect(found?.standardError).toBeCloseTo(Math.sqrt((5 / 4) * total) / n, 6);
  expect([found?.trajectories, found?.users]).toEqual([n, 5]);
});

test("records of different users add", () => {
  const sum = addMoments(sheetOf(users.slice(0, 2)), sheetOf(users.slice(2)));
  const all = sheetOf(users);
  for (const key of Object.keys(all) as (keyof typeof all)[]) {
    expect(Math.abs(sum[key] - all[key])).toBeLessThanOrEqual(1e-12 * Math.abs(all[key]));
  }
  expect(addMoments(noMoments, all)).toBe(all);
});

test("nobody has no mean, and one user no error", () => {
  expect(meanOfMoments(noMoments)).toBeNull();
  expect(meanOfMoments(sheetOf([[1, 2]]))?.standardError).toBeNull();
});

import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { matrixOf, rowOf } from "../../matrix.js";
import { learnHere } from "../model.js";
import { ease } from "./ease.js";

const { user, item, users, items } = randomInteractions("ease");
const train = matrixOf(users.length, items.length, user, item);

/** Gauss–Jordan without a thought for speed. */
function inverse(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]?.[i] ?? 1;
    rows[i] = (rows[i] ?? []).map((x) => x / pivot);
    for (let k = 0; k < n; k++) {
      const factor = rows[k]?.[i] ?? 0;
      if (k !== i) rows[k] = (rows[k] ?? []).map((x, j) => x - factor * (rows[i]?.[j] ?? 0));
    }
  }
  return rows.map((row) => row.slice(n));
}

it("has the weights −P_ij/P_jj of its definition, over a grid by interpolation", () => {
  const grid = Array.from({ length: 60 }, (_, i) => ({ l2: 20 + 3 * i }));
  const scorer = learnHere(ease.learn(train, grid));
  expect(ease.learn(train, grid).tasks).toBeLessThan(30);
  const has = Array.from({ length: users.length }, (_, u) => new Set(rowOf(train, u)));
  for (const at of [0, 17, 59]) {
    const gram = items.map((_, i) =>
      items.map(
        (_, j) =>
          has.filter((own) => own.has(i) && own.has(j)).length +
          (i === j ? (grid[at]?.l2 ?? 0) : 0),
      ),
    );
    const P = inverse(gram);
    for (const u of [0, 3, 11]) {
      const scores = scorer(u)[at] ?? new Float64Array(0);
      items.forEach((_, j) => {
        const sum = [...(has[u] ?? [])].reduce((total, i) => total - (P[i]?.[j] ?? 0), 0);
        const expected = has[u]?.has(j) === true ? 0 : sum / (P[j]?.[j] ?? 1);
        expect(scores[j]).toBeCloseTo(expected, 10);
      });
    }
  }
});

import { expect, it } from "vitest";
import { randomInteractions } from "../../../../test/fixture/random-interactions.js";
import { matrixOf, rowOf } from "../../matrix.js";
import { learnHere } from "../model.js";
import { kunn } from "./kunn.js";

const { user, item, users, items } = randomInteractions("kunn");
const train = matrixOf(users.length, items.length, user, item);

it("is the sum of all neighbours' weights where every neighbour counts", () => {
  const [scores] = [learnHere(kunn.learn(train, [{ Ku: 999, Ki: 999 }]))];
  const has = Array.from({ length: users.length }, (_, u) => new Set(rowOf(train, u)));
  const count = items.map((_, i) => has.filter((own) => own.has(i)).length);
  const r = (n: number): number => (n === 0 ? 0 : 1 / Math.sqrt(n));
  const ru = (u: number): number => r(has[u]?.size ?? 0);
  for (const u of [0, 5, 9]) {
    const found = scores(u)[0] ?? new Float64Array(0);
    items.forEach((_, i) => {
      let sum = 0;
      for (const [v, own] of has.entries()) {
        for (const j of has[u] ?? []) {
          const isBoth = own.has(i) && own.has(j);
          if (isBoth && i !== j) sum += ru(u) * ru(v) * r(count[i] ?? 0) * r(count[j] ?? 0);
          if (isBoth && v !== u) sum += ru(u) * r(count[j] ?? 0) * ru(v) * r(count[i] ?? 0);
        }
      }
      expect(found[i]).toBeCloseTo(has[u]?.has(i) === true ? 0 : sum, 12);
    });
  }
});

it("reads fewer neighbours with smaller numbers", () => {
  const scorer = learnHere(
    kunn.learn(
      train,
      [2, 30].map((K) => ({ Ku: K, Ki: K })),
    ),
  );
  const [few, many] = scorer(4).map((own) => own.filter((score) => score !== 0).length);
  expect(few).toBeLessThan(many ?? 0);
});

import { expect, it } from "vitest";
import { tQuantile } from "../../../numeric/student-t-quantile.js";
import type { Statistic } from "../interval.js";
import { jackknife } from "./jackknife.js";

/** A ratio of sums of users: 1 ÷ 1, 2 ÷ 1, 6 ÷ 4, 3 ÷ 1. */
const [y, x] = [
  [1, 2, 6, 3],
  [1, 1, 4, 1],
];
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const without = (values: readonly number[], g: number): number =>
  sum(values.filter((_, i) => i !== g));

const value = 12 / 7;
const influence = Float64Array.from(y, (each, i) => (each - value * (x[i] ?? 0)) / 7);
const of: Statistic = {
  value,
  se: Math.sqrt(influence.reduce((total, psi) => total + psi * psi, 0)),
  degreesOfFreedom: 3,
  influence,
  replicates: {
    buckets: 4,
    curveLinear: false,
    at: (w) =>
      sum(y.map((each, i) => each * (w[i] ?? 0))) / sum(x.map((each, i) => each * (w[i] ?? 0))),
  },
};

it("leaves out one user at a time, about the whole value", () => {
  const squares = [0, 1, 2, 3].map((g) => (without(y, g) / without(x, g) - value) ** 2);
  const se = Math.sqrt((3 / 4) * sum(squares));
  expect(jackknife.margins(of, 0.95)[0]).toBeCloseTo(tQuantile(0.975, 3) * se, 12);
});

it("keeps what a corrected error holds beyond the influences", () => {
  const [plain] = jackknife.margins(of, 0.95);
  expect(jackknife.margins({ ...of, se: 2 * of.se }, 0.95)[0]).toBeCloseTo(2 * plain, 12);
});

it("leaves out 256 groups where there are more users, so that its error has 255 degrees of freedom", () => {
  const users = 1024;
  const values = Float64Array.from({ length: users }, (_, i) => i % 7);
  const mean = values.reduce((a, b) => a + b, 0) / users;
  let asked = 0;
  const many: Statistic = {
    value: mean,
    se: 1,
    degreesOfFreedom: users - 1,
    influence: values.map((each) => (each - mean) / users),
    replicates: {
      buckets: users,
      curveLinear: false,
      at: (w) => {
        asked += 1;
        const total = w.reduce((a, b) => a + b, 0);
        return w.reduce((a, each, i) => a + each * (values[i] ?? 0), 0) / total;
      },
    },
  };
  jackknife.p(many);
  jackknife.margins(many, 0.95);
  expect(asked).toBe(256);
});

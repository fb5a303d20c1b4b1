import { describe, expect, it } from "vitest";
import { fitterOf } from "../../exposure/index.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { type DescribedDepth, fitDepthRegression } from "./depth-regression.js";
import { depthsOfUser } from "./depths-of-user.js";

const random = createRandom("depths of users");

/** A Yule–Simon depth, cut at a list of 30. */
function drawn(rho: number): { readonly depth: number; readonly censored: boolean } {
  for (let j = 1; j < 30; j++) {
    if (random.next() < rho / (rho + j)) return { depth: j, censored: false };
  }
  return { depth: 30, censored: true };
}

function fitted(trips: readonly DescribedDepth[]) {
  const fit = fitDepthRegression(trips);
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}

const alone = (trips: readonly DescribedDepth[]): number => {
  const transitions = transitionsOf(
    trips.map(({ depth }) => depth),
    trips.map(({ censored }) => censored === true),
  );
  const fit = fitterOf("yuleSimon").fit(transitions, { cutoff: 30 });
  if ("code" in fit) throw new Error(fit.message);
  return fit.estimates[0]?.value ?? Number.NaN;
};

describe("fitDepthRegression", () => {
  const groups = [0.5, 1.5, 3].map((rho, i) =>
    Array.from(
      { length: 80 },
      (): DescribedDepth => ({
        ...drawn(rho),
        covariates: [i === 1 ? 1 : 0, i === 2 ? 1 : 0],
      }),
    ),
  );

  it("gives each group of a covariate of 0 and 1 its own fit, censored depths included", () => {
    const { beta, homogeneity } = fitted(groups.flat());
    const [base = 0, second = 0, third = 0] = beta;
    const found = [base, base + second, base + third].map(Math.exp);
    groups.forEach((group, i) => {
      expect(found[i]).toBeCloseTo(alone(group), 8);
    });
    expect(homogeneity).toBeGreaterThan(10);
  });

  it("counts a user's trajectories together: errors are wider where each stands four times", () => {
    const once = groups.flat().map((trip, i) => ({ ...trip, user: `user ${i}` }));
    const copied = [once, once, once, once].flat();
    const [own, four] = [fitted(once), fitted(copied)];
    own.clusteredSe.forEach((se, i) => {
      expect(four.clusteredSe[i]).toBeCloseTo(se, 10);
      expect(four.se[i]).toBeCloseTo((own.se[i] ?? 0) / 2, 10);
    });
  });

  it("has a reason where covariates repeat each other or a group never stops", () => {
    const twice = groups.flat().map((trip) => ({ ...trip, covariates: [1, 2] }));
    expect(fitDepthRegression(twice)).toMatchObject({ code: "noMaximum" });
    const endless = [
      ...groups.flat().map((trip) => ({ ...trip, covariates: [0] })),
      { depth: 9, censored: true, covariates: [1] },
    ];
    expect(fitDepthRegression(endless)).toMatchObject({ code: "noMaximum" });
    expect(() => fitDepthRegression([{ depth: 0, covariates: [] }])).toThrow(/depth 0/);
  });
});

describe("depthsOfUser", () => {
  it("is the user's own fit under a prior that says nothing, and the prior's mean under a strong one", () => {
    const trips = Array.from({ length: 30 }, () => ({ ...drawn(1.2), covariates: [] }));
    const of = (shape: number, rate: number): number =>
      depthsOfUser(
        trips.map(({ depth }) => depth),
        { shape, rate },
        trips.map(({ censored }) => censored),
      );
    expect(of(1, 1e-12)).toBeCloseTo(alone(trips), 8);
    expect(of(1e7, 5e6)).toBeCloseTo(2, 4);
  });

  it("refuses depths that are no ranks, and a mode at 0", () => {
    expect(() => depthsOfUser([0], { shape: 2, rate: 1 })).toThrow(/depths from 1/);
    expect(() => depthsOfUser([4], { shape: 1, rate: 1 }, [true])).toThrow(/0 stops/);
  });
});

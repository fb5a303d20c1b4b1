import { describe, expect, it } from "vitest";
import { digamma } from "../../../test/fixture/special/digamma.js";
import { logGamma } from "../../numeric/log-gamma.js";
import { scoresOf } from "../by-rank.js";
import { hazard, tabulate } from "../tabulate.js";
import { yuleSimon } from "./yule-simon.js";

const spec = (rho: number) => ({ model: "yuleSimon", parameters: { rho } });

const published: readonly (readonly [number, readonly number[], number])[] = [
  [
    0.5,
    [
      1, 0.6666666666666666, 0.5333333333333333, 0.45714285714285713, 0.4063492063492063,
      0.36940836940836935,
    ],
    0.08873353971415349,
  ],
  [
    1.3,
    [
      1, 0.4347826086956522, 0.2635046113306983, 0.18384042650978952, 0.13874749170550152,
      0.1101170569091282,
    ],
    0.0029249537818765887,
  ],
  [
    2.3,
    [
      1, 0.30303030303030304, 0.14094432699083861, 0.07977980773066337, 0.050653846178198965,
      0.03469441519054724,
    ],
    6.641059919364405e-5,
  ],
];

describe("yuleSimon", () => {
  it.each(published)(
    "gives the published values for rho = %s (pbm.yuleSimon)",
    (rho, first, last) => {
      const p = tabulate(spec(rho), 100);
      for (const [index, value] of first.entries()) expect(p[index]).toBeCloseTo(value, 10);
      expect((p[99] ?? 0) / last).toBeCloseTo(1, 10);
    },
  );

  it("gives the published hazard and point masses (pbm.yuleSimon.pmfHazard)", () => {
    const h = hazard(spec(1.3), 6);
    const p = tabulate(spec(1.3), 6);
    const hazards = [
      0.5652173913043479, 0.393939393939394, 0.3023255813953489, 0.24528301886792456,
      0.20634920634920637, 0.17808219178082194,
    ];
    const masses = [
      0.5652173913043478, 0.17127799736495392, 0.0796641848209088, 0.045092934804288,
      0.02863043479637333, 0.01960988684683102,
    ];
    for (const [index, value] of hazards.entries()) {
      expect(h[index]).toBeCloseTo(value, 10);
      expect(value * (p[index] ?? 0)).toBeCloseTo(masses[index] ?? Number.NaN, 10);
    }
  });

  it("keeps ten digits a hundred thousand ranks down", () => {
    const [rho, r] = [1.7, 100_000];
    const exact = Math.exp(logGamma(r) + logGamma(rho + 1) - logGamma(r + rho));
    expect((tabulate(spec(rho), r)[r - 1] ?? 0) / exact).toBeCloseTo(1, 8);
  });

  it("has the score 1/rho − 1/(rho+j) of a stop and the digamma form of the log-derivative", () => {
    const { stop = [], continuation = [] } = scoresOf(yuleSimon, spec(1.3), 9).rho ?? {};
    for (let j = 1; j <= 9; j++) {
      expect(stop[j - 1]).toBeCloseTo(1 / 1.3 - 1 / (1.3 + j), 10);
      expect(continuation[j - 1]).toBeCloseTo(-1 / (1.3 + j), 12);
    }
    const { rho = [] } = yuleSimon.logDerivatives({ rho: 1.3 }, 30);
    expect(rho[29]).toBeCloseTo(digamma(2.3) - digamma(31.3), 12);
  });

  it("demands a cut-off where the expected number of views diverges", () => {
    expect(yuleSimon.fault?.({ rho: 1 }, undefined)?.message).toMatch(/rho = 1 needs a cutoff/);
    expect(yuleSimon.fault?.({ rho: 1 }, 200)).toBeUndefined();
    expect(yuleSimon.fault?.({ rho: 1.01 }, undefined)).toBeUndefined();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import type { CurveSpec } from "./curve.js";
import { curveName } from "./curve-spec.js";

const value = fc.oneof(
  fc.double({ noNaN: true }).map((x) => x + 0),
  fc.constantFrom(null, "inf", "null", "1", "1,cutoff=2"),
  fc.array(fc.integer({ min: 0, max: 3 })),
);
const name = fc.constantFrom("rho", "cutoff", "a=1,b", "values", "x(", "");
const spec: fc.Arbitrary<CurveSpec> = fc
  .record({
    model: name,
    parameters: fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true }),
    cutoff: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  })
  .map(({ cutoff, ...rest }) => (cutoff === undefined ? rest : { ...rest, cutoff }));

describe("curveName", () => {
  it("reads as it is written in a study", () => {
    const yuleSimon = { model: "yuleSimon", parameters: { rho: 1.2 }, cutoff: 200 };
    expect(curveName(yuleSimon)).toBe("yuleSimon(rho=1.2,cutoff=200)");
    const table = { model: "table", parameters: { values: [1, 0.7] }, cutoff: 2 };
    expect(curveName(table)).toBe("table(values=[1,0.7],cutoff=2)");
    expect(curveName({ model: "log2", parameters: {} })).toBe("log2");
  });

  it("is the same for two curves exactly when these are equal", () => {
    const same = (a: CurveSpec, b: CurveSpec) => {
      try {
        expect(a).toEqual(b);
        return true;
      } catch {
        return false;
      }
    };
    assertProperty(
      fc.property(spec, spec, (a, b) => {
        expect(curveName(a) === curveName(b)).toBe(same(a, b));
        const turned = Object.fromEntries(Object.entries(a.parameters).reverse());
        expect(curveName({ ...a, parameters: turned })).toBe(curveName(a));
      }),
      { quick: 500, thorough: 5000 },
    );
  });

  it("tells a parameter called cutoff from the cut-off", () => {
    const parameter = curveName({ model: "x", parameters: { cutoff: 5 } });
    expect(parameter).not.toBe(curveName({ model: "x", parameters: {}, cutoff: 5 }));
  });
});

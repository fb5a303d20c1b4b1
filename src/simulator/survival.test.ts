import { describe, expect, test } from "vitest";
import { StudyError } from "../errors.js";
import { logGamma } from "../numeric/log-gamma.js";
import { survival } from "./survival.js";

describe("survival", () => {
  test("Yule–Simon is Γ(r)Γ(ρ+1)/Γ(r+ρ)", () => {
    const rho = 1.2;
    const p = survival({ model: "yuleSimon", parameters: { rho } }, 40);
    for (const r of [1, 2, 7, 40]) {
      const closed = Math.exp(logGamma(r) + logGamma(rho + 1) - logGamma(r + rho));
      expect(p[r - 1]).toBeCloseTo(closed, 12);
    }
  });

  test("geometric is γ^(r−1), a table itself", () => {
    expect([...survival({ model: "geometric", parameters: { gamma: 0.5 } }, 4)]).toEqual([
      1, 0.5, 0.25, 0.125,
    ]);
    expect([...survival({ model: "table", parameters: { values: [1, 0.4] } }, 3)]).toEqual([
      1, 0.4, 0,
    ]);
  });

  test("says in words where the parameters go", () => {
    const flat: object = { model: "geometric", gamma: 0.85 };
    const call = (): unknown => survival(flat as Parameters<typeof survival>[0], 3);
    expect(call).toThrow(StudyError);
    expect(call).toThrow(/give its parameters under "parameters".*keys model, gamma/);
  });

  test.each([[[0.9, 0.5]], [[1, 0.5, 0.6]], [[1, -0.1]]])(
    "refuses the table %j",
    (probabilities) => {
      expect(() => survival({ model: "table", parameters: { values: probabilities } }, 3)).toThrow(
        StudyError,
      );
    },
  );
});

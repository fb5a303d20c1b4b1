import { describe, expect, it } from "vitest";
import { normalQuantile } from "../../numeric/normal-quantile.js";
import { createRandom } from "../../random/create-random.js";
import type { Adjustment } from "./adjustment.js";
import { adjustmentLaws } from "./laws.js";
import { maxT } from "./max-t.js";

/** Influences of so many lines, every two with the correlation given. */
function alike(lines: number, correlation: number, users = 400): readonly Float64Array[] {
  const random = createRandom("alike");
  const shared = Float64Array.from({ length: users }, () => random.normal());
  return Array.from({ length: lines }, () =>
    shared.map(
      (each) => Math.sqrt(correlation) * each + Math.sqrt(1 - correlation) * random.normal(),
    ),
  );
}

const ofFamily = (
  influences: readonly Float64Array[],
): ReturnType<NonNullable<Adjustment["ofFamily"]>> => {
  const found = maxT.ofFamily?.(influences);
  if (found === undefined) throw new Error("an adjustment of a family");
  return found;
};

describe.each([0, 0.5, 0.95])("of families whose lines have the correlation %s", (correlation) => {
  const made = new Map<number, ReturnType<typeof ofFamily>>();
  const of = (lines: number): ReturnType<typeof ofFamily> => {
    const found = made.get(lines) ?? ofFamily(alike(Math.max(1, lines), correlation));
    made.set(lines, found);
    return found;
  };
  const member: Adjustment = {
    ...maxT,
    p: (p) => of(p.length).p(p),
    level: (confidence, family) => of(family).level(confidence),
  };

  it.each(
    adjustmentLaws
      // The rates of families are those of the correlations, and are counted below.
      .filter(({ name }) => !name.startsWith("a family of equal policies"))
      .map((law) => [law.name, law] as const),
  )("%s", (_name, law) => law.check(member));
});

it("rejects equal policies as often as promised, where Bonferroni rejects too seldom", () => {
  const random = createRandom("family-wise");
  const [lines, worlds, alpha] = [40, 4000, 0.05];
  for (const correlation of [0, 0.9]) {
    const critical = 1 - ofFamily(alike(lines, correlation)).level(1 - alpha);
    const [z, bonferroni] = [critical, alpha / lines].map((p) => -normalQuantile(p / 2));
    let [rejected, byBonferroni] = [0, 0];
    for (let world = 0; world < worlds; world++) {
      const shared = random.normal() * Math.sqrt(correlation);
      const largest = Math.max(
        ...Array.from({ length: lines }, () =>
          Math.abs(shared + Math.sqrt(1 - correlation) * random.normal()),
        ),
      );
      rejected += largest > (z ?? 0) ? 1 : 0;
      byBonferroni += largest > (bonferroni ?? 0) ? 1 : 0;
    }
    expect(Math.abs(rejected / worlds - alpha)).toBeLessThan(0.018);
    if (correlation === 0.9) expect(byBonferroni / worlds).toBeLessThan(0.02);
  }
});

it("takes a policy under two names for one, and opposite ones too", () => {
  const [one] = alike(1, 0);
  if (one === undefined) throw new Error("a line");
  const found = ofFamily([one, one, one.map((psi) => -psi)]);
  for (const p of [0.001, 0.03, 0.5]) expect(found.p([p, 1, 1])[0]).toBeCloseTo(p, 1.5);
  expect(found.level(0.95)).toBeCloseTo(0.95, 2);
});

it("is Bonferroni's where the errors are not known, and at most Bonferroni's where they are", () => {
  expect(maxT.p([0.01, 0.04])).toEqual([0.02, 0.08]);
  const found = ofFamily(alike(12, 0.3));
  for (const p of [1e-9, 1e-5, 1e-3, 0.02]) {
    const [adjusted = 1] = found.p([p, ...new Array<number>(11).fill(1)]);
    expect(adjusted).toBeLessThanOrEqual(12 * p);
    expect(adjusted).toBeGreaterThan(6 * p);
  }
});

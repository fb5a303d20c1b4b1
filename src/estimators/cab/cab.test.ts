import { describe, expect, it } from "vitest";
import {
  agreeOnCandidates,
  answersWithoutLimit,
  displayedOf,
} from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("cab", () => {
  it("agrees with its reference", async () => {
    const asked = [{ cab: { limit: [0.5, 2, "inf"], clips: ["ratio", "propensity"] } }];
    const compared = await agreeOnCandidates(asked, (candidates, { limit, clips }) =>
      total(
        candidates.map(({ isViewed, logging, target, reward, prediction }) => {
          const m = limit === "inf" ? Infinity : Number(limit);
          const w = logging === 0 ? Number.POSITIVE_INFINITY : target / logging;
          const ratio = w === 0 ? 0 : 1 - Math.min(m === Infinity ? 1 : m / w, 1);
          const inverse = logging === 0 ? 1 : Math.max(0, 1 - m * logging);
          const lost = logging === 0 ? 1 : clips === "ratio" ? ratio : inverse;
          const used = clips === "ratio" ? Math.min(m, w) : target * Math.min(m, 1 / logging);
          return target * lost * prediction + (isViewed ? used * reward : 0);
        }),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(6 * 70);
  });

  it.each(["ratio", "propensity"])(
    "is ips where M = ∞ and every candidate was displayed: %s",
    async (clips) => {
      const asked = { cab: { limit: "inf", clips } };
      const { without, other } = await answersWithoutLimit(asked, "ips", displayedOf);
      expect(without).toHaveLength(other.length);
      for (const [at, { value, se }] of without.entries()) {
        expect(value).toBeCloseTo(other[at]?.value ?? Number.NaN, 12);
        expect(se).toBeCloseTo(other[at]?.se ?? Number.NaN, 12);
      }
    },
  );
});

import { describe, expect, it } from "vitest";
import { agreeOnCandidates, answersWithoutLimit } from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("switchDr", () => {
  it("agrees with its reference", async () => {
    const asked = [{ switchDr: { limit: [0.5, 2] } }];
    const compared = await agreeOnCandidates(asked, (candidates, { limit }) =>
      total(
        candidates.map(({ isViewed, logging, target, reward, prediction }) => {
          const w = target / logging;
          const isKept = isViewed && w <= Number(limit);
          return target * prediction + (isKept ? w * (reward - prediction) : 0);
        }),
      ),
    );
    expect(compared).toBeGreaterThanOrEqual(2 * 70);
  });

  it("is dr to the last bit without a limit", async () => {
    const { without, other } = await answersWithoutLimit({ switchDr: { limit: "inf" } }, "dr");
    expect(without).toEqual(other);
  });
});

import { describe, expect, it } from "vitest";
import { agreeOnCandidates } from "../../../test/fixture/candidate-log.js";
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
});

import { describe, expect, it } from "vitest";
import { agreeOnCandidates } from "../../../test/fixture/candidate-log.js";
import { total } from "../../../test/fixture/reference.js";

describe("dm", () => {
  it("agrees with its reference", async () => {
    const compared = await agreeOnCandidates(["dm"], (candidates) =>
      total(candidates.map(({ target, prediction }) => target * prediction)),
    );
    expect(compared).toBeGreaterThanOrEqual(70);
  });
});

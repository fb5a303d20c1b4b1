import { expect, it } from "vitest";
import { weightSpread } from "./weight-spread.js";

it("says how many equal weights the weights are worth", () => {
  expect(weightSpread(2, 3, 5)).toEqual({
    ess: 1.8,
    essFraction: 0.9,
    cv2: expect.closeTo(1 / 9, 12),
  });
  expect(weightSpread(4, 8, 16)).toEqual({ ess: 4, essFraction: 1, cv2: 0 });
  expect(weightSpread(0, 0, 0)).toEqual({ ess: 0, essFraction: 0, cv2: 0 });
});

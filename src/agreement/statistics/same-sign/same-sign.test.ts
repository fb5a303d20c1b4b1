import { expect, it } from "vitest";
import { pairsOf } from "../../../../test/fixture/pairs.js";
import { sameSign } from "./same-sign.js";

it("is the share with the same sign, with Clopper and Pearson's interval", () => {
  const online = [1, 1, 1, 1, 1, -1, -1, -1, 1, 1];
  const offline = [1, 1, 1, 1, 1, -1, -1, -1, 1, -1];
  const found = sameSign.of(pairsOf(online, offline), 0.95);
  expect(found).toMatchObject({
    value: 0.9,
    interval: [expect.closeTo(0.55498, 5), expect.closeTo(0.997471, 5)],
    p: expect.closeTo(22 / 1024, 9),
  });
});

it("leaves out pairs in which neither differs, and has no answer without another", () => {
  expect(sameSign.of(pairsOf([0, 1, 1], [0, 1, 0]), 0.95)).toMatchObject({
    value: 0.5,
    facts: { of: 2 },
  });
  expect(sameSign.of(pairsOf([0], [0]), 0.95)).toMatchObject({ code: "tooFewPairs" });
});

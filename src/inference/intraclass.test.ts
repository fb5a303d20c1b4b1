import { expect, it } from "vitest";
import { intraclass, squaresWithin } from "./intraclass.js";

it("is 1 where users differ and their trajectories do not, below 0 where they cancel", () => {
  const clusters = { sizes: [2, 2], sums: [2, -2] };
  expect(intraclass(clusters, 1e-12)?.icc).toBeCloseTo(1, 9);
  const cancel = { sizes: [2, 2], sums: [0, 0] };
  expect(intraclass(cancel, squaresWithin(cancel, 4))?.icc).toBeCloseTo(-1, 12);
});

it("says nothing where each user has one trajectory", () => {
  const single = { sizes: [1, 1, 0], sums: [1, -1, 0] };
  expect(squaresWithin(single, 2)).toBeNaN();
  expect(intraclass(single, 1)).toBeUndefined();
});

import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../some-visit.js";
import { misloggedExposure } from "./mislogged-exposure.js";

test("factors have mean 1, and exposures stay probabilities", () => {
  const { log } = misloggedExposure.steps(1);
  const logged = someLogged({
    rows: 2,
    exposures: [
      [0.5, 0.9],
      [0.5, 0.9],
    ],
  });
  const draws = [0.5, 9];
  log?.(logged, someVisit(), { ...someChance, normal: () => draws.shift() ?? 0 });
  expect([...(logged.exposures[0] ?? [])]).toEqual([0.5, 1]);
  expect([...(logged.exposures[1] ?? [])]).toEqual([0.5, 0.9]);
});

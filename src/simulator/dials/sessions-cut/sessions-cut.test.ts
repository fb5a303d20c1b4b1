import { expect, test } from "vitest";
import { someChance, someLogged, someVisit } from "../some-visit.js";
import { sessionsCut } from "./sessions-cut.js";

test("what follows a random rank is lost, and the trajectory is marked", () => {
  const draws = [0.1, 0.6];
  const logged = someLogged({ rows: 5, viewed: 5 });
  sessionsCut
    .steps(0.5)
    .log?.(logged, someVisit(), { ...someChance, next: () => draws.shift() ?? 0 });
  expect([logged.rows, logged.viewed, logged.censored]).toEqual([3, 3, true]);
});

test("a single view cannot be cut", () => {
  const logged = someLogged({ rows: 1, viewed: 1 });
  sessionsCut.steps(1).log?.(logged, someVisit(), someChance);
  expect([logged.rows, logged.censored]).toEqual([1, false]);
});

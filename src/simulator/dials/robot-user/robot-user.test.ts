import { expect, test } from "vitest";
import { robotUser } from "./robot-user.js";

test("has so many sessions for each user", () => {
  expect(robotUser.steps(0.02)).toEqual({ robot: 0.02 });
});

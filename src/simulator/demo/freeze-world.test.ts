import { expect, test } from "vitest";
import { StudyError } from "../../errors.js";
import { demoWorld } from "./demo-world.js";
import { freezeWorld } from "./freeze-world.js";

test("a world is frozen to its leaves", () => {
  expect(Object.isFrozen(demoWorld.feeds[0]?.curve)).toBe(true);
});

test("every fault of a world is named at once", () => {
  const feeds = demoWorld.feeds.map((feed) => ({
    ...feed,
    share: 1,
    listLength: 7,
    unseen: 9_000,
  }));
  const broken = { ...demoWorld, users: 0, feeds };
  expect(() => freezeWorld(broken)).toThrow(StudyError);
  expect(() => freezeWorld(broken)).toThrow(
    /users must be.*shares must add up to 1; they make 2.*listLength.*it is 7.*unseen/s,
  );
});

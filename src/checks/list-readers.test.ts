import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { listReaders, type UsersByEnds } from "./list-readers.js";

/** Users of whom each has so many sessions, and views lists to the end with a chance of its own. */
interface Crowd {
  readonly users: number;
  readonly sessions: (chance: number) => number;
  readonly toEnd: (chance: number) => number;
}

function drawn(crowds: readonly Crowd[], seed: string): readonly UsersByEnds[] {
  const random = createRandom(seed);
  return crowds.flatMap(({ users, sessions, toEnd }) =>
    Array.from({ length: users }, () => {
      const [own, chance] = [sessions(random.next()), toEnd(random.next())];
      const ended = Array.from({ length: own }, () => random.next() < chance).filter(
        Boolean,
      ).length;
      const size = Math.min(5, Math.floor(Math.log2(own)));
      return { size, areReaders: own > 1 && 5 * ended >= 4 * own, users: 1, sessions: own, ended };
    }),
  );
}

const few = (chance: number): number => 1 + Math.floor(5 * chance);
const many = (chance: number): number => 10 + Math.floor(12 * chance);
const people: Crowd = { users: 3_000, sessions: few, toEnd: () => 0.134 };
const robots = (users: number): Crowd => ({ users, sessions: many, toEnd: () => 1 });

describe("users who view nearly every list to its end", () => {
  it("are the robots of a farm, among people and among keen ones", () => {
    for (const others of [people, { ...people, toEnd: (chance: number) => chance ** 4 }]) {
      const found = listReaders(drawn([others, robots(60)], "farm"));
      expect(found?.users).toBeGreaterThanOrEqual(60);
      expect(found?.users).toBeLessThan(63);
    }
  });

  it.each<readonly [string, readonly Crowd[]]>([
    ["people", [people]],
    ["users of any patience", [{ users: 2_000, sessions: many, toEnd: (chance) => chance }]],
    [
      "users of all or nothing",
      [{ users: 2_000, sessions: many, toEnd: (c) => Math.sin(1.57 * c) ** 2 }],
    ],
    ["keen users who come often", [people, { ...robots(200), toEnd: (c) => 0.9 + 0.1 * c ** 2 }]],
    ["lists that all view to the end", [{ users: 2_000, sessions: many, toEnd: () => 0.995 }]],
    [
      "a device that shows whole lists",
      [people, { ...people, users: 1_500, toEnd: () => 1 }, { ...robots(40), toEnd: () => 0.1 }],
    ],
    ["one user alone", [people, robots(1)]],
    ["users with one session", [{ users: 3_000, sessions: () => 1, toEnd: () => 1 }]],
  ])("are none among %s", (_, crowds) => {
    for (let seed = 1; seed <= 25; seed++)
      expect(listReaders(drawn(crowds, `${seed}`))).toBe(undefined);
  });
});

import { describe, expect, it } from "vitest";
import { isAbandoned, type Maker, nameOf, thisMaker } from "./held-names.js";

const here: Maker = { host: "0123456789ab", pid: 77, random: "cafecafe" };
const there: Maker = { ...here, host: "ba9876543210" };
const now = 1_795_000_000_000;
const hour = 60 * 60 * 1000;

/** Whether a table of `maker`, so many hours old, is taken for one that nobody holds. */
const isLeft = (maker: Maker, hours: number, lives: boolean): boolean =>
  isAbandoned(nameOf(maker, now - hours * hour, 3), here, now, () => lives);

describe("tables of runs that were cut", () => {
  it("are those of this host whose process is gone", () => {
    expect(isLeft(here, 0, false)).toBe(true);
    expect(isLeft(here, 0, true)).toBe(false);
    expect(isLeft(here, 100, true)).toBe(false);
  });

  it("are those of other hosts after a day, whose processes nobody here can ask for", () => {
    expect(isLeft(there, 23, false)).toBe(false);
    expect(isLeft(there, 25, true)).toBe(true);
  });

  it("are none of this process, and none from the future", () => {
    const maker = thisMaker();
    expect(isAbandoned(nameOf(maker, now - 100 * hour, 0), maker, now)).toBe(false);
    expect(isLeft(there, -25, false)).toBe(false);
  });

  it.each([
    "log",
    "hindcast_held",
    "hindcast_held_1",
    `${nameOf(there, 1_000_000_000_000, 0)}_mine`,
    `my_${nameOf(there, 1_000_000_000_000, 0)}`,
    nameOf(there, 1_000_000_000_000, 0).toUpperCase(),
    nameOf({ ...there, random: "mine" }, 1_000_000_000_000, 0),
    nameOf({ ...there, host: "prod" }, 1_000_000_000_000, 0),
  ])("are not %s", (name) => {
    expect(isAbandoned(name, here, now, () => false)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { once } from "./once.js";

describe("what is computed once of an object", () => {
  it("is kept by object and name, also where it is undefined", () => {
    const [log, other] = [{}, {}];
    let runs = 0;
    const count = (): number => ++runs;
    const nothing = (): undefined => {
      runs++;
    };
    expect([once(log, "a", count), once(log, "a", count), once(log, "b", count)]).toEqual([
      1, 1, 2,
    ]);
    expect(once(other, "a", count)).toBe(3);
    expect([once(log, "c", nothing), once(log, "c", nothing)]).toEqual([undefined, undefined]);
    expect(runs).toBe(4);
  });
});

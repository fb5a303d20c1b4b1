import { describe, expect, it } from "vitest";
import { once } from "./once.js";

describe("what is computed once of an object", () => {
  it("is kept by object and by what else is given, also where it is undefined", () => {
    const [log, other] = [{}, {}];
    let runs = 0;
    const count = once((_: object, name: string, without?: number) => [name, without, ++runs]);
    const nothing = once((_: object): undefined => {
      runs++;
    });
    expect([count(log, "a"), count(log, "a"), count(log, "b"), count(log, "a", 1)]).toEqual([
      ["a", undefined, 1],
      ["a", undefined, 1],
      ["b", undefined, 2],
      ["a", 1, 3],
    ]);
    expect(count(other, "a")).toEqual(["a", undefined, 4]);
    expect([nothing(log), nothing(log)]).toEqual([undefined, undefined]);
    expect(runs).toBe(5);
  });

  it("is of one function: another finds nothing that this one kept", () => {
    const log = {};
    const [one, two] = [once((_: object) => 1), once((_: object) => 2)];
    expect([one(log), two(log)]).toEqual([1, 2]);
  });
});

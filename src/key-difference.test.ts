import { expect, it } from "vitest";
import { keyDifference } from "./key-difference.js";

it.each([
  ["case", ["U1", "U2"], ["u1", "u3"], 1],
  ["blanks around them", [" a"], ["a"], 1],
  ["quotes around them", ['"a"'], ["a"], 1],
  ["zeros in front", ["007", "08"], ["7", "8"], 2],
  ["how a decimal number writes whole ones", ["12.0", "1e+05"], ["12", "100000"], 2],
  [
    "what a double leaves of digits beyond 2^53",
    ["9007199254740993", "5"],
    ["9007199254740992", "6"],
    1,
  ],
  ["their sign: 64 bits with and without one", ["-1"], ["18446744073709551615"], 1],
  ["hyphens", ["ab-cd"], ["abcd"], 1],
  ["what stands in front", ["item:x"], ["x"], 1],
  ["letters in front", ["u12"], ["12"], 1],
  ["an ending", ["a.mp4"], ["a"], 1],
  ["more than one", ["U_007"], ["7"], 1],
] as const)("finds that keys differ by %s", (name, ours, theirs, shared) => {
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const found = keyDifference(one, other);
    expect(found?.words).toContain(`they differ by ${name}`);
    expect(found?.shared).toBe(shared);
    expect(one).toContain(found?.pair[0]);
    expect(other).toContain(found?.pair[1]);
    expect(found?.pair[0]).not.toBe(found?.pair[1]);
  }
});

it("prefers the difference without which most keys are shared", () => {
  const found = keyDifference(["A1", "b2", "C3", "x-1"], ["a1", "B2", "c3", "1"]);
  expect(found?.words).toBe('they differ by case, such as "A1" and "a1"');
  expect(found?.shared).toBe(3);
});

it("names whole numbers on one side alone", () => {
  const found = keyDifference(["0", "1"], ["xy", "zz"]);
  expect(found?.words).toMatch(/whole numbers .* such as "0" and "xy"/);
});

it("finds nothing where no form helps", () => {
  expect(keyDifference(["a", "b"], ["c", "d"])).toBeNull();
  expect(keyDifference(["a", "b"], ["a", "c"])).toBeNull();
  expect(keyDifference([], ["a"])).toBeNull();
  expect(keyDifference(["1", "2"], ["3", "4"])).toBeNull();
});

import { describe, expect, it } from "vitest";
import { keyDifference } from "./key-difference.js";

const numbers = Array.from({ length: 40 }, (_, i) => String(i + 1));

describe("in what the keys of two tables differ", () => {
  it.each([
    ["upper and lower case", ["aB", "c"], ["C", "AB"], "aB", "AB"],
    ["white space around them", ["12", "13"], ["12 ", "13 "], "12", "12 "],
    ["white space around them", ["12"], ["\uFEFF12"], "12", "\uFEFF12"],
    ["quotes around them", ["12"], ['"12"'], "12", '"12"'],
    ["zeros in front", ["7", "8"], ["008", "007"], "7", "007"],
    ["how a number is written (a decimal point, an exponent)", ["1"], ["1.0"], "1", "1.0"],
    [
      "how a number is written (a decimal point, an exponent)",
      ["12000000"],
      ["1.2e+07"],
      "12000000",
      "1.2e+07",
    ],
    ["their Unicode normal form", ["caf\u00e9"], ["cafe\u0301"], "caf\u00e9", "cafe\u0301"],
    [
      "hyphens and braces",
      ["550e8400e29b41d4a716446655440000"],
      ["550e8400-e29b-41d4-a716-446655440000"],
      "550e8400e29b41d4a716446655440000",
      "550e8400-e29b-41d4-a716-446655440000",
    ],
    [
      "a sign: 64 bits with and without one",
      ["12167230499510001199"],
      ["-1000000000000000", "-6279513574199550417"],
      "12167230499510001199",
      "-6279513574199550417",
    ],
    [
      "digits beyond 2^53, which a double rounds",
      ["9007199254740993"],
      ["9007199254740992"],
      "9007199254740993",
      "9007199254740992",
    ],
    ['"user_" in front', numbers, numbers.map((key) => `user_${key}`), "1", "user_1"],
    ['"s-" in front', numbers.map((key) => `s-${key}`), numbers, "s-1", "1"],
    ['".jpg" at the end', numbers, numbers.map((key) => `${key}.jpg`), "1", "1.jpg"],
    ['what stands in front, "user_" and "u-"', ["user_12"], ["u-9", "u-12"], "user_12", "u-12"],
    ["white space around them and by upper and lower case", ["ab"], [" AB"], "ab", " AB"],
  ])("by %s", (words, keys, others, key, other) => {
    expect(keyDifference(keys, others)).toEqual({ key, other, words: `by ${words}` });
  });

  it("is the change that makes most keys equal", () => {
    const keys = [...numbers, "x"];
    const others = [...numbers.map((key) => `0${key}`), "X"];
    expect(keyDifference(keys, others)?.words).toBe("by zeros in front");
  });

  it("is that one is a whole number, where no change makes keys equal", () => {
    expect(keyDifference(numbers, ["ab", "c"])?.words).toBe("in that one is a whole number");
    expect(keyDifference(numbers, ["ab", "99"])?.words).toBeUndefined();
  });

  it("is not told of keys that are other keys: the first of each are shown", () => {
    const others = numbers.map((key) => `5${key}9`);
    expect(keyDifference(numbers, others)).toEqual({ key: "1", other: "519", words: undefined });
    expect(keyDifference(["a", "b"], ["c"])?.words).toBeUndefined();
    expect(keyDifference([], ["c"])).toBeUndefined();
  });
});

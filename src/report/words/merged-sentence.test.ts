import { expect, it } from "vitest";
import { mergedSentence } from "./merged-sentence.js";

const of = (...shares: readonly string[]): string | null =>
  mergedSentence(shares.map((share) => `${share} % of the views earn 0 to 1,200 each.`));

it("names both of two numbers, the ends of more, and the same one once", () => {
  expect(of("2.3")).toBe("2.3 % of the views earn 0 to 1,200 each.");
  expect(of("2.3", "2.3")).toBe("2.3 % of the views earn 0 to 1,200 each.");
  expect(of("4", "2.3")).toBe("4 % / 2.3 % of the views earn 0 to 1,200 each.");
  expect(of("10", "2.3", "4")).toBe("2.3 % … 10 % of the views earn 0 to 1,200 each.");
});

it("keeps numbers below 0 and large ones in their order", () => {
  expect(mergedSentence(["It is -9.5.", "It is -12.", "It is 1,000."])).toBe("It is -12 … 1,000.");
});

it("merges nothing that differs in words", () => {
  expect(mergedSentence(["It is 1.", "It was 1."])).toBeNull();
  expect(mergedSentence(["It is 1.", "It is 1. And 2."])).toBeNull();
  expect(mergedSentence(["It is one."])).toBe("It is one.");
});

import { expect, it } from "vitest";
import { changesOf, chosenOf, hashOf, type Offered, stateOf } from "./choice.js";

const choice = (value: string, chosen: object) => ({ value, text: `<${value}>`, chosen });
const offered: readonly Offered[] = [
  {
    name: "confidence",
    label: "Confidence",
    own: "0.95",
    choices: [choice("0.9", { confidence: 0.9 }), choice("0.95", { confidence: 0.95 })],
  },
  {
    name: "baseline",
    label: "Baseline",
    own: "a",
    choices: [choice("a", { baseline: "a" }), choice("b&c=#ü", { baseline: "b&c=#ü" })],
  },
];

it("comes back from the address", () => {
  const state = { confidence: "0.9", baseline: "b&c=#ü" };
  expect(stateOf(hashOf(state, offered), offered)).toEqual(state);
  expect(hashOf({}, offered)).toBe("");
});

it("leaves out what is not offered, and what the run has", () => {
  expect(stateOf("#confidence=0.5&baseline=a&members=x", offered)).toEqual({});
  expect(stateOf("#verdicts", offered)).toEqual({});
});

it("becomes options of a conclusion, and words", () => {
  const state = { confidence: "0.9", baseline: "b&c=#ü" };
  expect(chosenOf(state, offered)).toEqual({ confidence: 0.9, baseline: "b&c=#ü" });
  expect(chosenOf({}, offered)).toEqual({});
  expect(changesOf(state, offered)).toEqual([
    "Confidence <0.95> → <0.9>",
    "Baseline <a> → <b&c=#ü>",
  ]);
});

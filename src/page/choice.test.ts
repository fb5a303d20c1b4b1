import { expect, it } from "vitest";
import { changesOf, chosenOf, hashOf, type Offered, saidIn } from "./choice.js";

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
  const looks = { rows: "a=b & ü", without: "clip 10\ncurve log2", "at-1x": "0.25" };
  expect(saidIn(hashOf(state, offered, looks), offered)).toEqual({ state, looks, lost: [] });
  expect(hashOf({}, offered)).toBe("");
});

it("names what is not offered, and leaves out what the run has", () => {
  const { state, looks, lost } = saidIn("#confidence=0.5&baseline=a&members=x", offered);
  expect([state, looks, lost]).toEqual([{}, {}, ["confidence=0.5", "members=x"]]);
  expect(saidIn("#verdicts", offered)).toEqual({ state: {}, looks: {}, lost: [] });
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

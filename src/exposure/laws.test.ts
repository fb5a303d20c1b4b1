import { describe, expect, it } from "vitest";
import { StudyError } from "../errors.js";
import type { Curve } from "./curve.js";
import {
  curveOf,
  curves,
  findCurve,
  fittableCurves,
  fitterOf,
  measuredCurve,
  tails,
  usualTail,
} from "./index.js";
import { curveLaws, sampleParameters } from "./laws.js";

describe.each(curves.map((curve) => [curve.name, curve] as const))("%s", (_name, curve) => {
  it.each(curveLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
    for (const parameters of sampleParameters(curve)) {
      expect(() => law.check(curve, { ...parameters })).not.toThrow();
    }
  });

  it("says what it is and where it comes from", () => {
    expect(curve.purpose).not.toBe("");
    expect(curve.reference).not.toBe("");
  });
});

it("has one curve of each name and finds it", () => {
  for (const curve of curves) expect(findCurve(curve.name)).toBe(curve);
  expect(findCurve("constructor")).toBeUndefined();
});

it("names the nearest curve where there is none of the name", () => {
  const unknown = () => curveOf({ model: "yule-simon" });
  expect(unknown).toThrow(StudyError);
  expect(unknown).toThrow(/one of table, .*; it is "yule-simon"\. Did you mean "yuleSimon"\?/);
  expect(() => fitterOf("log2")).toThrow(/A model to fit must be one of table, .*; it is "log2"/);
});

it("has one measured curve, and a usual tail among the others", () => {
  expect(tails).not.toContain(measuredCurve.name);
  expect(tails).toContain(usualTail.name);
  expect(tails.length + 1).toBe(fittableCurves.length);
});

describe("the laws", () => {
  const sound = findCurve("geometric");
  if (sound === undefined) throw new Error("geometric is missing");
  const halves: Curve["probabilities"] = (parameters, n) =>
    sound.probabilities(parameters, n).map((p) => p / 2);
  const broken: readonly (readonly [string, Curve])[] = [
    ["the first rank is always viewed", { ...sound, probabilities: halves }],
    [
      "probabilities lie in [0, 1] and never rise",
      { ...sound, probabilities: (_, n) => Array.from({ length: n }, (__, r) => 1 - (r % 2) / 2) },
    ],
    [
      "a longer table begins with the shorter one",
      { ...sound, probabilities: (_, n) => Array.from({ length: n }, (__, r) => 1 - r / n) },
    ],
    [
      "there is a derivative for each number-valued parameter",
      { ...sound, logDerivatives: () => ({}) },
    ],
    [
      "the derivative is that of the probabilities",
      {
        ...sound,
        logDerivatives: (_, n) => ({ gamma: Array.from({ length: n }, (__, r) => r) }),
      },
    ],
    [
      "the score has mean zero under the model",
      { ...sound, logDerivatives: (_, n) => ({ gamma: Array(n).fill(Number.NaN) }) },
    ],
  ];

  it("are each broken by a curve below", () => {
    expect(broken.map(([name]) => name)).toEqual(curveLaws.map(({ name }) => name));
  });

  it.each(broken)("catch a curve that breaks: %s", (name, curve) => {
    const law = curveLaws.find((each) => each.name === name);
    const [parameters] = sampleParameters(curve);
    expect(() => law?.check(curve, parameters ?? {})).toThrow(curve.name);
  });
});

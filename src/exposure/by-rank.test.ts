import { describe, expect, it } from "vitest";
import { derivativesOf, hazardsOf, probabilitiesOf, scoresOf } from "./by-rank.js";
import { curves } from "./index.js";
import { sampleParameters } from "./laws.js";

describe.each(curves.map((curve) => [curve.name, curve] as const))("%s", (_name, curve) => {
  it("is 0 beyond its cut-off, with a hazard of 1 there and no score from there on", () => {
    for (const parameters of sampleParameters(curve)) {
      const free = probabilitiesOf(curve, { parameters }, 5);
      const cut = { parameters, cutoff: 2 };
      expect(probabilitiesOf(curve, cut, 5)).toEqual([...free.slice(0, 2), 0, 0, 0]);
      for (const slopes of Object.values(derivativesOf(curve, cut, 5))) {
        expect(slopes.slice(2)).toEqual([0, 0, 0]);
      }
      expect(hazardsOf(curve, cut, 5).slice(1)).toEqual([1, 1, 1, 1]);
      for (const { stop, continuation } of Object.values(scoresOf(curve, cut, 5))) {
        expect([...stop.slice(1), ...continuation.slice(1)]).toEqual(Array(8).fill(0));
      }
    }
  });
});

import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import { fittableCurves, fitterOf } from "../../exposure/index.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { clusteredErrors } from "../errors/clustered-errors.js";
import { splice } from "../tail/splice.js";
import { fitFromJson, fitToJson } from "./fit-json.js";

const world = { model: "yuleSimon", parameters: { rho: 0.8 } };
const halves = ["a", "b"].map((seed) =>
  transitionsOfTrips(drawTrips(createRandom(seed), world, 400)),
);
const whole = {
  atRisk: (halves[0]?.atRisk ?? []).map((risk, at) => risk + (halves[1]?.atRisk[at] ?? 0)),
  stops: (halves[0]?.stops ?? []).map((count, at) => count + (halves[1]?.stops[at] ?? 0)),
  trajectories: 800,
};

function fitted(model: string, cutoff?: number, log: Transitions = whole): Fit {
  const fit = fitterOf(model).fit(log, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const through = (fit: Fit): Fit => fitFromJson(JSON.parse(JSON.stringify(fitToJson(fit))));
const json = (fit: Fit, change: Readonly<Record<string, unknown>> = {}): unknown => ({
  ...JSON.parse(JSON.stringify(fitToJson(fit))),
  ...change,
});

describe("a fit in a file", () => {
  it.each(fittableCurves.map(({ name }) => [name] as const))(
    "comes back as it was: %s",
    (model) => {
      for (const fit of [fitted(model), fitted(model, 12)]) {
        expect(through(fit)).toEqual(fit);
        expect(through(clusteredErrors(fit, halves))).toEqual(clusteredErrors(fit, halves));
      }
    },
  );

  it("comes back spliced, and on a boundary", () => {
    const spliced = splice(fitted("table"), fitted("inverse"), { after: 5, to: 30 });
    expect(through(spliced)).toEqual(spliced);
    expect(through(clusteredErrors(spliced, halves))).toEqual(clusteredErrors(spliced, halves));
    const flat = fitted("inverse", undefined, transitionsOf([3, 2], [true, true]));
    expect(through(flat)).toEqual(flat);
  });

  it("is refused where it was edited", () => {
    const edited = json(fitted("yuleSimon"), { estimates: [{ name: "rho", value: 1, se: 0.1 }] });
    expect(() => fitFromJson(edited)).toThrow(/not those that its counts of trajectories give/);
  });

  it.each([
    [null, /a mapping as A fitted curve; it is null/],
    [[], /a mapping as A fitted curve/],
    [{}, /"fit" as kind; it is missing/],
    [json(fitted("table"), { schemaVersion: 2 }), /1 as schemaVersion; it is 2/],
    [json(fitted("table"), { model: "tabel" }), /Did you mean "table"/],
    [json(fitted("table"), { model: 7 }), /a name as model/],
    [json(fitted("table"), { transitions: { atRisk: [1] } }), /a list as stops; it is missing/],
    [json(fitted("table"), { transitions: { ...whole, stops: [1] } }), /one entry for each rank/],
    [json(fitted("table"), { transitions: { ...whole, trajectories: "8" } }), /"8"/],
    [json(fitted("table"), { transitions: transitionsOf([]) }), /None of the 0 trajectories/],
    [json(fitted("inverse"), { estimates: [{ name: 1 }] }), /name of a parameter as name/],
    [json(fitted("inverse"), { estimates: [{ name: "eta", value: 1 }] }), /mapping as se/],
    [json(fitted("inverse"), { estimates: [{ name: "eta", value: 1, se: {} }] }), /as se; it is/],
    [json(fitted("inverse"), { clusters: -1 }), /\[0, ∞\) as clusters; it is -1/],
  ])("is refused by name where it is another file", (given, message) => {
    expect(() => fitFromJson(given)).toThrow(StudyError);
    expect(() => fitFromJson(given)).toThrow(message);
  });
});

it("an unknown model is refused by name", () => {
  expect(() => fitterOf("geometrical")).toThrow(/must be one of .*Did you mean "geometric"/);
  expect(() => fitterOf("x")).toThrow(StudyError);
});

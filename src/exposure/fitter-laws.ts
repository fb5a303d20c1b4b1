import { type Facts, InternalError, LogError } from "../errors.js";
import { type Insist, type Law, laws } from "../laws.js";
import { parameterFault } from "../parameters.js";
import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";
import { derivativesOf, hazardsOf, probabilitiesOf } from "./by-rank.js";
import type { CurveSpec, Fit, FittableCurve, FittedParameter } from "./curve.js";
import {
  listLength,
  type Trips,
  transitionsOfTrips,
  tripsByHazard,
  truths,
} from "./drawn-trips.js";
import { saturatedLogLikelihood } from "./likelihood/likelihood.js";
import { addTransitions, sumOver } from "./transitions/sums.js";
import type { Transitions } from "./transitions/transitions.js";
import { transitionsOf } from "./transitions/transitions-of.js";

export const fitterLaws: readonly Law<FittableCurve>[] = laws({
  nameOf: ({ name }) => `${name}:`,
  laws: {
    "the score is 0 at the fit, and nothing is likelier than the saturated model": likeliest,
    "the influence of part of the data is what a refit moves": parameterInfluence,
    "the influence on a result is that on log p along its slopes": curveInfluence,
    "four copies of a log give its estimates and half their errors": copies,
    "ranks at which nothing is at risk change nothing": emptyRanks,
    "the curve is one that its model permits": permitted,
    "curves of its own come back within four standard errors": comesBack,
    "censoring at random moves no estimate beyond four errors": censoring,
    "the same log gives the same fit, censoring nobody or not declared": repeatable,
    "95 % intervals cover the truth in 95 % of worlds": coverage,
    "a log without an answer gets a reason": reasons,
    "what it predicts are hazards": predictedHazards,
  },
});

function eachFit(
  curve: FittableCurve,
  check: (fit: Fit, transitions: Transitions, truth: CurveSpec) => void,
): void {
  for (const truth of truths(curve)) {
    const random = createRandom(`fitting ${curve.name} ${JSON.stringify(truth.parameters)}`);
    const transitions = transitionsOfTrips(draw(curve, random, truth, 3000));
    check(fitOrThrow(curve, transitions), transitions, truth);
  }
}

const draw = (
  curve: FittableCurve,
  random: Random,
  truth: CurveSpec,
  count: number,
  lengthOf?: (random: Random) => number,
): Trips => tripsByHazard(random, hazardsOf(curve, truth, listLength), count, lengthOf);

function fitOrThrow(curve: FittableCurve, transitions: Transitions): Fit {
  const fit = curve.fitter.fit(transitions);
  if ("code" in fit) throw new InternalError(`${curve.name}: no fit: ${fit.message}`);
  return fit;
}

function likeliest(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit, transitions) => {
    const moved = curve.fitter.parameterInfluence(fit)(transitions);
    const still = fit.estimates.every(
      ({ se }, at) => Math.abs(moved[at] ?? 1) <= 1e-7 * errorOf(se),
    );
    insist(still, "the score is not 0 at the fit", estimatesOf(fit));
    const most = saturatedLogLikelihood(transitions);
    insist(
      fit.logLikelihood <= most + 1e-9,
      `likelier than the saturated ${most}`,
      estimatesOf(fit),
    );
  });
}

/** Added to many copies of a log, one and two parts more are a derivative. */
function parameterInfluence(curve: FittableCurve, insist: Insist): void {
  const many = 1e5;
  const parts = [transitionsOf([1]), transitionsOf([4]), transitionsOf([3], [true])];
  eachFit(curve, (fit, transitions) => {
    const influence = curve.fitter.parameterInfluence(fit);
    for (const part of parts) {
      const [none, one, two] = [0, 1, 2].map(
        (times) => fitOrThrow(curve, plus(transitions, many, part, times)).estimates,
      );
      const moved = influence(part);
      const agree = fit.estimates.every(({ se }, at) => {
        const [start = 0, once = 0, twice = 0] = [none, one, two].map(
          (estimates) => estimates?.[at]?.value,
        );
        const by = ((4 * once - twice - 3 * start) * many) / 2;
        return Math.abs(by - (moved[at] ?? 1)) <= 1e-6 * errorOf(se);
      });
      insist(agree, "the influence of a part is not what a refit moves", estimatesOf(fit));
    }
  });
}

function plus(whole: Transitions, many: number, part: Transitions, times: number): Transitions {
  const sum = (a: readonly number[], b: readonly number[]): number[] =>
    a.map((value, at) => value * many + times * (b[at] ?? 0));
  return {
    atRisk: sum(whole.atRisk, part.atRisk),
    stops: sum(whole.stops, part.stops),
    trajectories: whole.trajectories * many + times * part.trajectories,
  };
}

function curveInfluence(curve: FittableCurve, insist: Insist): void {
  const parts = [transitionsOf([1]), transitionsOf([4]), transitionsOf([3], [true])];
  eachFit(curve, (fit) => {
    const onParameters = curve.fitter.parameterInfluence(fit);
    for (let rank = 1; rank <= 5; rank++) {
      const slopes = Array.from({ length: rank }, (_, at) => (at + 1 === rank ? 2 : 0));
      const influence = curve.fitter.curveInfluence(fit, slopes);
      const agree = parts.every((part) => {
        const expected = 2 * influenceOnLog(curve, fit, onParameters(part), rank);
        return Math.abs(sumOver(part, influence) - expected) <= 1e-9 * Math.abs(expected);
      });
      insist(
        agree,
        `the influence through p${rank} is not that on its logarithm`,
        estimatesOf(fit),
      );
    }
  });
}

/** The influence on log p at a rank, by that on the estimates. */
function influenceOnLog(
  curve: FittableCurve,
  fit: Fit,
  moved: readonly number[],
  rank: number,
): number {
  const p = probabilitiesOf(curve, fit.curve, rank).at(-1) ?? Number.NaN;
  const [slopes] = Object.values(derivativesOf(curve, fit.curve, rank));
  if (slopes === undefined) return (moved[rank - 1] ?? Number.NaN) / p;
  return ((slopes[rank - 1] ?? Number.NaN) * (moved[0] ?? Number.NaN)) / p;
}

function copies(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit, transitions) => {
    const twice = addTransitions(transitions, transitions);
    const four = fitOrThrow(curve, addTransitions(twice, twice));
    const same = fit.estimates.every(({ value, se }, at) => {
      const copy = four.estimates[at];
      return near(copy?.value, value) && near(errorOf(copy?.se), errorOf(se) / 2);
    });
    insist(same, "copies change the estimates, or do not halve the errors", estimatesOf(four));
  });
}

function emptyRanks(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit, { atRisk, stops, trajectories }) => {
    const longer = { atRisk: [...atRisk, 0, 0], stops: [...stops, 0, 0], trajectories };
    const { estimates, logLikelihood } = fitOrThrow(curve, longer);
    const same = JSON.stringify(estimates) === JSON.stringify(fit.estimates);
    insist(same && near(logLikelihood, fit.logLikelihood), "empty ranks count", estimatesOf(fit));
  });
}

function permitted(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit) => {
    const faults = curve.parameters.filter((spec) =>
      parameterFault(spec, fit.curve.parameters[spec.name]),
    );
    insist(fit.model === curve.name && faults.length === 0, "not permitted", estimatesOf(fit));
    const p = probabilitiesOf(curve, fit.curve, 2 * listLength);
    const falls = p.every((value, at) => value >= 0 && value <= (p[at - 1] ?? 1));
    insist(falls && p[0] === 1, "the curve rises, or does not begin with 1", estimatesOf(fit));
  });
}

function comesBack(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit, _transitions, truth) => {
    const back = fit.estimates.every(
      ({ value, se }, at) => Math.abs(value - truthOf(truth, fit, at)) <= 4 * errorOf(se),
    );
    insist(back, `${JSON.stringify(truth.parameters)} did not come back`, estimatesOf(fit));
  });
}

function censoring(curve: FittableCurve, insist: Insist): void {
  for (const truth of truths(curve)) {
    const random = createRandom(`censoring ${curve.name}`);
    const trips = draw(curve, random, truth, 3000, (chance) => 2 + chance.integer(listLength - 1));
    const fit = fitOrThrow(curve, transitionsOfTrips(trips));
    const supported = fit.estimates.slice(0, fit.lastSupportedRank);
    const back = supported.every(
      ({ value, se }, at) => Math.abs(value - truthOf(truth, fit, at)) <= 4 * errorOf(se),
    );
    insist(back, "censored trajectories bias the estimates", estimatesOf(fit));
  }
}

function repeatable(curve: FittableCurve, insist: Insist): void {
  for (const truth of truths(curve)) {
    const { depths } = draw(curve, createRandom("nobody"), truth, 300);
    const [never, none] = [
      transitionsOf(depths),
      transitionsOf(
        depths,
        depths.map(() => false),
      ),
    ];
    const [one, other] = [fitOrThrow(curve, never), fitOrThrow(curve, none)];
    insist(
      JSON.stringify(one) === JSON.stringify(other),
      "the same log gives another fit",
      estimatesOf(other),
    );
  }
}

const worlds = 400;
// 3.5 standard errors of a share of .95 in 400 worlds.
const slack = 3.5 * Math.sqrt((0.95 * 0.05) / worlds);

function coverage(curve: FittableCurve, insist: Insist): void {
  for (const truth of truths(curve)) {
    const random = createRandom(`coverage ${curve.name} ${JSON.stringify(truth.parameters)}`);
    const hits = Array.from({ length: worlds }, () => holds(curve, truth, random));
    const share = hits.filter(Boolean).length / worlds;
    const fault = `95 % intervals cover ${JSON.stringify(truth.parameters)} in ${share}`;
    insist(Math.abs(share - 0.95) <= slack, fault);
  }
}

/** Whether the interval of the parameter, or of the table's fourth probability, holds the truth. */
function holds(curve: FittableCurve, truth: CurveSpec, random: Random): boolean {
  const fit = curve.fitter.fit(transitionsOfTrips(draw(curve, random, truth, 250)));
  if ("code" in fit) return false;
  const at = Math.min(3, fit.estimates.length - 1);
  const { value = Number.NaN, se } = fit.estimates[at] ?? {};
  return Math.abs(value - truthOf(truth, fit, at)) <= 1.959964 * errorOf(se);
}

function reasons(curve: FittableCurve, insist: Insist): void {
  const logs = [
    transitionsOf([]),
    transitionsOf([1, 1], [true, true]),
    transitionsOf([1, 1, 1]),
    transitionsOf([4, 3], [true, true]),
  ];
  insist(refuses(curve), "it fits more stops than views");
  for (const log of logs) {
    const fit = curve.fitter.fit(log);
    const bare = "code" in fit ? [] : fit.estimates.filter(({ se }) => typeof se === "number");
    const isRefused = "code" in fit || (fit.boundary !== undefined && bare.length === 0);
    insist(
      isRefused,
      "an answer where there is none",
      estimatesOf("code" in fit ? undefined : fit),
    );
  }
}

function refuses(curve: FittableCurve): boolean {
  try {
    curve.fitter.fit({ atRisk: [1], stops: [2], trajectories: 2 });
  } catch (error) {
    return error instanceof LogError;
  }
  return false;
}

function predictedHazards(curve: FittableCurve, insist: Insist): void {
  eachFit(curve, (fit) => {
    const hazards = curve.fitter.predictHazards(fit, 3 * listLength);
    const sound = hazards.every((h) => h > 0 && h < 1);
    insist(sound && hazards.length === 3 * listLength, "hazards outside (0, 1)", estimatesOf(fit));
  });
}

function truthOf({ parameters }: CurveSpec, { estimates }: Fit, at: number): number {
  const value = parameters[estimates[at]?.name ?? ""];
  if (typeof value === "number") return value;
  const values = Object.values(parameters).find((value) => Array.isArray(value));
  return Array.isArray(values) ? values[at] : Number.NaN;
}

const errorOf = (se: FittedParameter["se"] | undefined): number =>
  typeof se === "number" ? se : Number.NaN;

const near = (got: number | undefined, expected: number): boolean =>
  Math.abs((got ?? Number.NaN) - expected) <= 1e-8 * Math.abs(expected);

const estimatesOf = (fit: Fit | undefined): Facts => ({
  estimates: (fit?.estimates ?? []).slice(0, 8).map(({ name, value, se }) => ({
    name,
    value,
    se: typeof se === "number" ? se : se.code,
  })),
});

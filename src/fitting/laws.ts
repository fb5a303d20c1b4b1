import { InternalError, LogError } from "../errors.js";
import type { CurveSpec } from "../exposure/curve.js";
import { curveOf } from "../exposure/curve-of.js";
import { derivative } from "../exposure/derivative.js";
import { tabulate } from "../exposure/tabulate.js";
import { parameterFault } from "../parameters.js";
import { createRandom } from "../random/index.js";
import { addTransitions } from "./add-transitions.js";
import type { Estimate, Fit, Fitter } from "./fitter.js";
import { drawTrips, listLength, transitionsOfTrips, truths } from "./laws-world.js";
import { saturatedLogLikelihood } from "./likelihood.js";
import { sumOver } from "./sum-over.js";
import type { Transitions } from "./transitions.js";
import { transitionsOf } from "./transitions-of.js";

/** What holds for every fitter; throws an InternalError naming the fitter where it does not. */
export interface FitterLaw {
  readonly name: string;
  readonly check: (fitter: Fitter) => void;
}

export const fitterLaws: readonly FitterLaw[] = [
  {
    name: "the score is 0 at the fit, and nothing is likelier than the saturated model",
    check: likeliest,
  },
  { name: "a part of the data shifts the estimates as a refit does", check: shifts },
  { name: "the influence on a result is the shift of log p along its slopes", check: influences },
  { name: "four copies of a log give its estimates and half their errors", check: copies },
  { name: "ranks at which nothing is at risk change nothing", check: emptyRanks },
  { name: "the curve is one that its model permits", check: permitted },
  { name: "curves of its own come back within four standard errors", check: comesBack },
  { name: "censoring at random moves no estimate beyond four errors", check: censoring },
  { name: "censoring nobody is not censoring", check: nobodyCensored },
  { name: "95 % intervals hold the truth in 95 % of worlds", check: coverage },
  { name: "a log without an answer gets a reason", check: reasons },
  { name: "what it foretells are hazards", check: foretold },
];

function eachFit(
  fitter: Fitter,
  check: (fit: Fit, transitions: Transitions, truth: CurveSpec) => void,
): void {
  for (const truth of truths(fitter.name)) {
    const random = createRandom(`fitting ${fitter.name} ${JSON.stringify(truth.parameters)}`);
    const transitions = transitionsOfTrips(drawTrips(random, truth, 3000));
    check(fitOrThrow(fitter, transitions), transitions, truth);
  }
}

function fitOrThrow(fitter: Fitter, transitions: Transitions): Fit {
  const fit = fitter.fit(transitions);
  if ("code" in fit) throw new InternalError(`${fitter.name}: no fit: ${fit.message}`);
  return fit;
}

function likeliest(fitter: Fitter): void {
  eachFit(fitter, (fit, transitions) => {
    const moved = fitter.shift(fit)(transitions);
    const still = fit.estimates.every(
      ({ se }, at) => Math.abs(moved[at] ?? 1) <= 1e-7 * errorOf(se),
    );
    insist(still, fitter, "the score is not 0 at the fit", fit);
    const most = saturatedLogLikelihood(transitions);
    insist(fit.logLikelihood <= most + 1e-9, fitter, `likelier than the saturated ${most}`, fit);
  });
}

/** Beside many copies of a log, one and two parts more are a derivative. */
function shifts(fitter: Fitter): void {
  const many = 1e5;
  const parts = [transitionsOf([1]), transitionsOf([4]), transitionsOf([3], [true])];
  eachFit(fitter, (fit, transitions) => {
    const shift = fitter.shift(fit);
    for (const part of parts) {
      const [none, one, two] = [0, 1, 2].map(
        (times) => fitOrThrow(fitter, plus(transitions, many, part, times)).estimates,
      );
      const moved = shift(part);
      const agree = fit.estimates.every(({ se }, at) => {
        const [start = 0, once = 0, twice = 0] = [none, one, two].map((each) => each?.[at]?.value);
        const by = ((4 * once - twice - 3 * start) * many) / 2;
        return Math.abs(by - (moved[at] ?? 1)) <= 1e-6 * errorOf(se);
      });
      insist(agree, fitter, "a part's shift is not that of a refit", fit);
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

function influences(fitter: Fitter): void {
  const parts = [transitionsOf([1]), transitionsOf([4]), transitionsOf([3], [true])];
  eachFit(fitter, (fit) => {
    const shift = fitter.shift(fit);
    for (let rank = 1; rank <= 5; rank++) {
      const slopes = Array.from({ length: rank }, (_, at) => (at + 1 === rank ? 2 : 0));
      const { stop, onward } = fitter.influence(fit, slopes);
      const agree = parts.every((part) => {
        const expected = 2 * logShift(fit, shift(part), rank);
        return Math.abs(sumOver(part, stop, onward) - expected) <= 1e-9 * Math.abs(expected);
      });
      insist(agree, fitter, `the influence by p${rank} is not its shift`, fit);
    }
  });
}

/** By how much log p at a rank moves where the estimates do. */
function logShift(fit: Fit, moved: readonly number[], rank: number): number {
  const p = tabulate(fit.curve, rank).at(-1) ?? Number.NaN;
  const [slopes] = Object.values(derivative(fit.curve, rank));
  if (slopes === undefined) return (moved[rank - 1] ?? Number.NaN) / p;
  return ((slopes[rank - 1] ?? Number.NaN) * (moved[0] ?? Number.NaN)) / p;
}

function copies(fitter: Fitter): void {
  eachFit(fitter, (fit, transitions) => {
    const twice = addTransitions(transitions, transitions);
    const four = fitOrThrow(fitter, addTransitions(twice, twice));
    const same = fit.estimates.every(({ value, se }, at) => {
      const copy = four.estimates[at];
      return near(copy?.value, value) && near(errorOf(copy?.se), errorOf(se) / 2);
    });
    insist(same, fitter, "copies change the estimates, or do not halve the errors", four);
  });
}

function emptyRanks(fitter: Fitter): void {
  eachFit(fitter, (fit, { atRisk, stops, trajectories }) => {
    const longer = { atRisk: [...atRisk, 0, 0], stops: [...stops, 0, 0], trajectories };
    const { estimates, logLikelihood } = fitOrThrow(fitter, longer);
    const same = JSON.stringify(estimates) === JSON.stringify(fit.estimates);
    insist(same && near(logLikelihood, fit.logLikelihood), fitter, "empty ranks count", fit);
  });
}

function permitted(fitter: Fitter): void {
  eachFit(fitter, ({ ...fit }) => {
    const { parameters } = curveOf(fit.curve);
    const faults = parameters.filter((spec) =>
      parameterFault(spec, fit.curve.parameters[spec.name]),
    );
    insist(fit.model === fitter.name && faults.length === 0, fitter, "not permitted", fit);
    const p = tabulate(fit.curve, 2 * listLength);
    const falls = p.every((value, at) => value >= 0 && value <= (p[at - 1] ?? 1));
    insist(falls && p[0] === 1, fitter, "the curve rises, or does not begin with 1", fit);
  });
}

function comesBack(fitter: Fitter): void {
  eachFit(fitter, (fit, _transitions, truth) => {
    const back = fit.estimates.every(
      ({ value, se }, at) => Math.abs(value - truthOf(truth, fit, at)) <= 4 * errorOf(se),
    );
    insist(back, fitter, `${JSON.stringify(truth.parameters)} did not come back`, fit);
  });
}

function censoring(fitter: Fitter): void {
  for (const truth of truths(fitter.name)) {
    const random = createRandom(`censoring ${fitter.name}`);
    const trips = drawTrips(random, truth, 3000, (chance) => 2 + chance.integer(listLength - 1));
    const fit = fitOrThrow(fitter, transitionsOfTrips(trips));
    const supported = fit.estimates.slice(0, fit.lastSupportedRank);
    const back = supported.every(
      ({ value, se }, at) => Math.abs(value - truthOf(truth, fit, at)) <= 4 * errorOf(se),
    );
    insist(back, fitter, "censored trajectories bend the estimates", fit);
  }
}

function nobodyCensored(fitter: Fitter): void {
  for (const truth of truths(fitter.name)) {
    const { depths } = drawTrips(createRandom("nobody"), truth, 300);
    const [never, none] = [
      transitionsOf(depths),
      transitionsOf(
        depths,
        depths.map(() => false),
      ),
    ];
    const [one, other] = [fitOrThrow(fitter, never), fitOrThrow(fitter, none)];
    insist(JSON.stringify(one) === JSON.stringify(other), fitter, "no censoring censors", other);
  }
}

const worlds = 400;
// 3.5 standard errors of a share of .95 in 400 worlds.
const slack = 3.5 * Math.sqrt((0.95 * 0.05) / worlds);

function coverage(fitter: Fitter): void {
  for (const truth of truths(fitter.name)) {
    const random = createRandom(`coverage ${fitter.name} ${JSON.stringify(truth.parameters)}`);
    const held = Array.from({ length: worlds }, () => holds(fitter, truth, random));
    const share = held.filter(Boolean).length / worlds;
    const fault = `95 % intervals hold ${JSON.stringify(truth.parameters)} in ${share}`;
    insist(Math.abs(share - 0.95) <= slack, fitter, fault);
  }
}

/** Whether the interval of the parameter, or of the table's fourth probability, holds the truth. */
function holds(fitter: Fitter, truth: CurveSpec, random: ReturnType<typeof createRandom>): boolean {
  const fit = fitter.fit(transitionsOfTrips(drawTrips(random, truth, 250)));
  if ("code" in fit) return false;
  const at = Math.min(3, fit.estimates.length - 1);
  const { value = Number.NaN, se } = fit.estimates[at] ?? {};
  return Math.abs(value - truthOf(truth, fit, at)) <= 1.959964 * errorOf(se);
}

function reasons(fitter: Fitter): void {
  const logs = [
    transitionsOf([]),
    transitionsOf([1, 1], [true, true]),
    transitionsOf([1, 1, 1]),
    transitionsOf([4, 3], [true, true]),
  ];
  insist(refuses(fitter), fitter, "it fits more stops than views");
  for (const log of logs) {
    const fit = fitter.fit(log);
    const bare = "code" in fit ? [] : fit.estimates.filter(({ se }) => typeof se === "number");
    const said = "code" in fit || (fit.boundary !== undefined && bare.length === 0);
    insist(said, fitter, "an answer where there is none", "code" in fit ? undefined : fit);
  }
}

function refuses(fitter: Fitter): boolean {
  try {
    fitter.fit({ atRisk: [1], stops: [2], trajectories: 2 });
  } catch (error) {
    return error instanceof LogError;
  }
  return false;
}

function foretold(fitter: Fitter): void {
  eachFit(fitter, (fit) => {
    const hazards = fitter.foretell(fit, 3 * listLength);
    const sound = hazards.every((h) => h > 0 && h < 1);
    insist(sound && hazards.length === 3 * listLength, fitter, "hazards outside (0, 1)", fit);
  });
}

function truthOf({ parameters }: CurveSpec, { estimates }: Fit, at: number): number {
  const own = parameters[estimates[at]?.name ?? ""];
  if (typeof own === "number") return own;
  const values = Object.values(parameters).find((value) => Array.isArray(value));
  return Array.isArray(values) ? values[at] : Number.NaN;
}

const errorOf = (se: Estimate["se"] | undefined): number =>
  typeof se === "number" ? se : Number.NaN;

const near = (got: number | undefined, expected: number): boolean =>
  Math.abs((got ?? Number.NaN) - expected) <= 1e-8 * Math.abs(expected);

function insist(holds: boolean, fitter: Fitter, fault: string, fit?: Fit): void {
  if (holds) return;
  const estimates = fit?.estimates.slice(0, 8).map(({ name, value, se }) => ({
    name,
    value,
    se: typeof se === "number" ? se : se.code,
  }));
  throw new InternalError(`${fitter.name}: ${fault}. ${JSON.stringify(estimates ?? [])}`);
}

import { type Reason, reason } from "../../errors.js";
import type { Fit, FittedParameter } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { addTransitions, totalsOf } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { type DriftGap, errorOfGap, gapBetween, largestGap } from "./drift-gap.js";
import { type DayOfGroups, type DriftTest, driftTest } from "./drift-test.js";

/** The transitions of one day of a log, and of each group of its users. */
export interface DayOfTransitions extends DayOfGroups {
  readonly day: string;
}

/** One day's own curve next to that of all days. */
export interface DriftDay {
  readonly day: string;
  readonly trajectories: number;
  /** The parameter fitted on the day alone; of a table, its p nearest ½. Errors as of single trajectories. */
  readonly estimate: FittedParameter | Reason;
  /** Where the day's log p lies farthest from that of all days, over ranks that both support. */
  readonly gap: DriftGap | Reason;
}

/** Whether the curve is the same on all days, and by how much it is not. */
export interface Drift {
  readonly days: readonly DriftDay[];
  /** Days that are compared; the others hold too little. */
  readonly compared: number;
  readonly test: DriftTest;
  /** The largest gap of any day: what weights, which are ratios of p's, are off by; `se` by groups of users. */
  readonly largest: (DriftGap & { readonly day: string; readonly se: number | null }) | Reason;
}

/**
 * Whether the curve changes over days. The test compares the hazards of days and takes no model; the gaps are
 * those of the fit's model, fitted again on each day and on all of them (a spliced fit by its measured table).
 * Days with fewer than five stops or continuations are left out. `groups` of whole users let the test allow
 * for users who come back; without them it takes trajectories as independent. A reason where fewer than two
 * days are left.
 */
export function driftOf(days: readonly DayOfTransitions[], fit: Fit): Drift | Reason {
  const fitted = days.map((day) => ({ ...day, fit: fitOfDay(day.transitions, fit) }));
  const usable = fitted.flatMap((day) => ("code" in day.fit ? [] : [{ ...day, fit: day.fit }]));
  const [first, ...rest] = usable.map((day) => day.fit);
  if (first === undefined || rest.length === 0) return tooFewDays(days.length, usable.length);
  const pooled = again(togetherOf(usable), fit);
  if ("code" in pooled) return pooled;
  const shown = shownEstimate(pooled, [first, ...rest]);
  const largest = largestGap(usable, pooled);
  return {
    days: fitted.map(({ day, transitions, fit: dayFit }) => ({
      day,
      trajectories: transitions.trajectories,
      estimate: "code" in dayFit ? dayFit : estimateOf(dayFit, shown),
      gap: "code" in dayFit ? dayFit : gapBetween(dayFit, pooled),
    })),
    compared: usable.length,
    test: driftTest(usable),
    largest: "code" in largest ? largest : { ...largest, se: errorOf(largest, usable, fit) },
  };
}

const togetherOf = (days: readonly DayOfTransitions[]): Transitions =>
  days.map(({ transitions }) => transitions).reduce(addTransitions);

function errorOf(
  { day, rank }: { readonly day: string; readonly rank: number },
  days: readonly DayOfTransitions[],
  fit: Fit,
): number | null {
  const dayOfTransitions = days.find((row) => row.day === day);
  const pair = (group: number): readonly [Fit, Fit] | undefined => {
    const left = days.map((row) => without(row, group));
    const [one, all] = [
      again(without(dayOfTransitions, group), fit),
      again(left.reduce(addTransitions), fit),
    ];
    return "code" in one || "code" in all ? undefined : [one, all];
  };
  return errorOfGap(rank, dayOfTransitions?.groups?.length ?? 0, pair);
}

function without(day: DayOfTransitions | undefined, group: number): Transitions {
  const { transitions, groups } = day ?? { transitions: nothing };
  const part = groups?.[group] ?? nothing;
  return {
    atRisk: transitions.atRisk.map((risk, at) => risk - (part.atRisk[at] ?? 0)),
    stops: transitions.stops.map((stops, at) => stops - (part.stops[at] ?? 0)),
    trajectories: transitions.trajectories - part.trajectories,
  };
}

const nothing: Transitions = { atRisk: [], stops: [], trajectories: 0 };

/** Fewest stops, and continuations, of a day for a χ² tail to hold. */
const enough = 5;

function fitOfDay(transitions: Transitions, like: Fit): Fit | Reason {
  const result = again(transitions, like);
  if ("code" in result) return result;
  const { atRisk, stops } = totalsOf(result.transitions);
  return stops < enough || atRisk - stops < enough ? thinDay(stops, atRisk - stops) : result;
}

function again(transitions: Transitions, like: Fit): Fit | Reason {
  const { model, curve, splice } = like;
  const cutoff = splice === undefined ? curve.cutoff : splice.tail.curve.cutoff;
  return fitterOf(model, like).fit(transitions, cutoff === undefined ? {} : { cutoff });
}

/** The name of the estimate that every day shows: of several, the p nearest ½ that each has. */
function shownEstimate(pooled: Fit, days: readonly Fit[]): string {
  const common = Math.min(...days.map(({ estimates }) => estimates.length));
  const [first, ...others] = pooled.estimates.slice(0, common);
  const farFromHalf = ({ value }: FittedParameter): number => Math.abs(value - 0.5);
  const nearest = others.toSorted((a, b) => farFromHalf(a) - farFromHalf(b))[0] ?? first;
  return nearest?.name ?? "";
}

const estimateOf = ({ estimates, model }: Fit, name: string): FittedParameter | Reason =>
  estimates.find((estimate) => estimate.name === name) ??
  reason("noEstimate", `${model} has no ${name} on this day.`, { model, name });

const thinDay = (stops: number, continuations: number): Reason =>
  reason(
    "thinDay",
    `The day has ${stops} stops and ${continuations} continuations; ${enough} of each are needed to test for drift.`,
    { stops, continuations, enough },
  );

const tooFewDays = (days: number, usable: number): Reason =>
  reason(
    "tooFewDays",
    days === 0
      ? "Whether the curve drifts over days is unknown: that needs two days of the log or more. Set log.day in the study (--day where there is no study)."
      : `A drift test needs two days or more with ${enough} stops and continuations each; of ${days}, ${usable} ${usable === 1 ? "has" : "have"} them. Fit on more days of the log, with the role day set.`,
    { days, usable },
  );

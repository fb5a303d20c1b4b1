import { tabulate } from "../../exposure/tabulate.js";
import { measuredSurvival } from "../../exposure/transitions/kaplan-meier.js";
import type { Interval } from "../../inference/intervals/interval.js";
import type { Parameters } from "../../parameters.js";
import { fitAuto } from "../../study/fit-request.js";
import type { DayRange, Study } from "../../study/study.js";
import { parameterInterval } from "../curves/curve-by-rank.js";
import { requestOfFeed } from "../curves/curve-requests.js";
import type { FittedCurve } from "../curves/fitted-curve.js";

/** A fitted curve, in a result. */
export interface CurveFacts {
  readonly feed: string | null;
  readonly model: string;
  /** Present where the study asked for the model that cross-validation over users recommends (`fit: auto`). */
  readonly chosenBy?: "crossValidation";
  /** What it was fitted on: the log itself, certain days of it, or another log, whose fit is in a file. */
  readonly origin: "log" | "fitDays" | "file";
  /** The days of `fitDays`, both included; null for another origin. */
  readonly fitDays: DayRange | null;
  readonly parameters: Parameters;
  readonly cutoff: number | null;
  /** FittedCurve numbers with standard errors of clusters; of a table, the probability of every rank. */
  readonly estimates: readonly {
    readonly name: string;
    readonly value: number;
    readonly se: number | null;
    /** At the result's confidence; null without a standard error. */
    readonly interval: Interval | null;
  }[];
  /** Where a parametric tail takes over from a measured table, and with which model. */
  readonly tail: { readonly after: number; readonly model: string } | null;
  readonly trajectories: number;
  readonly clusters: number | null;
  /** What was measured at the first ranks, at most 512, and what the curve says there; absent where nothing was. */
  readonly ranks?: readonly CurveRank[];
}

/** The chance that a rank is viewed, given that the first is. */
export interface CurveRank {
  readonly rank: number;
  /** Trajectories that were seen to reach it. */
  readonly views: number;
  /** Kaplan and Meier's estimate, from the depths of trajectories alone. */
  readonly measured: number;
  /** By the fitted curve. */
  readonly fitted: number;
}

const mostRanks = 512;

function ranksOf({ curve, transitions }: FittedCurve["fit"]): readonly CurveRank[] {
  const { atRisk, stops, trajectories } = transitions;
  const measured = measuredSurvival(transitions).slice(0, mostRanks);
  const fitted = tabulate(curve, measured.length);
  return measured.map((rate, at) => ({
    rank: at + 1,
    views: at === 0 ? trajectories : (atRisk[at - 1] ?? 0) - (stops[at - 1] ?? 0),
    measured: rate,
    fitted: fitted[at] ?? 0,
  }));
}

export function curveFacts(
  { feed, fit, origin }: FittedCurve,
  { exposure, confidence }: Pick<Study, "exposure" | "confidence">,
): CurveFacts {
  const { model, curve, estimates, splice, transitions, clusters } = fit;
  const { fitDays } = exposure;
  const request = requestOfFeed(exposure, feed);
  const isChosen = request !== undefined && "fit" in request && request.fit === fitAuto;
  return {
    feed,
    model,
    ...(isChosen && { chosenBy: "crossValidation" }),
    ...(origin === "log" && fitDays !== undefined
      ? { origin: "fitDays", fitDays }
      : { origin, fitDays: null }),
    parameters: curve.parameters,
    cutoff: curve.cutoff ?? null,
    estimates: estimates.map(({ name, value, se }) => {
      if (typeof se !== "number") return { name, value, se: null, interval: null };
      return {
        name,
        value,
        se,
        interval: parameterInterval(value, se, curve, clusters, confidence),
      };
    }),
    tail: splice === undefined ? null : { after: splice.after, model: splice.tail.model },
    trajectories: transitions.trajectories,
    clusters: clusters ?? null,
    ...(transitions.atRisk.length > 0 && { ranks: ranksOf(fit) }),
  };
}

import type { Reason } from "../../errors.js";
import type { FittedFeed } from "../../evaluate/fit.js";
import type { Fit, FittedRow, LargestError } from "../../fitting/index.js";
import type { Interval } from "../../inference/index.js";
import { decimalsFor, showBareP, showNumber } from "../../numeric/index.js";
import { showInterval } from "./interval.js";
import { isMeasured } from "./measured.js";
import { groupedNotes, type Note } from "./model-notes.js";
import { counted } from "./names.js";

/** The models of a feed: figures of those that were fitted, and what is to be known of all. */
export interface ModelsView {
  readonly fitted: readonly ModelView[];
  readonly notes: readonly Note[];
}

/** One model in figures. */
export interface ModelView extends ParameterView, MeritView, DistanceView {
  readonly model: string;
  readonly isKept: boolean;
}

export interface ParameterView {
  /** "rho"; of a measured table, "39 hazards". */
  readonly parameter: string;
  readonly value: string;
  /** Of clusters, where the fit knows them. */
  readonly se: string;
  /** By the observed information, as if trajectories were independent. */
  readonly plainSe: string;
  readonly interval: string;
}

/** How well the model predicts. */
interface MeritView {
  readonly logLikelihood: string;
  readonly aic: string;
  readonly bic: string;
  /** Log-likelihood per transition of users held out, and its perplexity. */
  readonly heldOut: string;
  readonly perplexity: string;
}

/** How far the model lies from what was measured. */
interface DistanceView {
  readonly deviance: string;
  readonly pDeviance: string;
  readonly pearson: string;
  readonly pPearson: string;
  readonly df: string;
  /** "0.0028 at 5": the largest error and its rank. */
  readonly probabilityError: string;
  readonly logError: string;
}

const MISSING = "–";

/** The models of a feed side by side; of those that could not be fitted, the reason. */
export function describeModels({ rows, kept, curves }: FittedFeed): ModelsView {
  const keptModel = "code" in kept ? null : kept.fit.model;
  const notes = rows.map((row) => ({
    model: row.model,
    notes: "none" in row ? [row.none.message] : notesOf(row),
  }));
  const intervalOf = (model: string): Interval | null =>
    curves.find((curve) => curve.model === model)?.interval ?? null;
  const fitted = rows.flatMap((row) =>
    "none" in row ? [] : [describeModel(row, row.model === keptModel, intervalOf(row.model))],
  );
  return { fitted, notes: groupedNotes(notes) };
}

const describeModel = (row: FittedRow, isKept: boolean, interval: Interval | null): ModelView => ({
  model: row.model,
  isKept,
  ...describeParameter(row.fit, interval),
  ...describeMerit(row),
  ...describeDistance(row),
});

/** The parameter of a fit with its standard error and its interval. */
export function describeParameter(fit: Fit, interval: Interval | null): ParameterView {
  const [only] = fit.estimates;
  if (isMeasured(fit.model) || only === undefined) {
    const hazards = counted(fit.freeParameters, "hazard");
    return { parameter: hazards, value: "", se: "", plainSe: "", interval: "" };
  }
  const { name: parameter, value, se, plainSe } = only;
  if (typeof se !== "number") {
    const bare = showNumber(value, decimalsFor(null, value));
    return { parameter, value: bare, se: MISSING, plainSe: MISSING, interval: MISSING };
  }
  const decimals = decimalsFor(se, value);
  return {
    parameter,
    value: showNumber(value, decimals),
    se: showNumber(se, decimals),
    plainSe: plainSe === undefined ? MISSING : showNumber(plainSe, decimals),
    interval: interval === null ? MISSING : showInterval(interval, decimals),
  };
}

function describeMerit({ fit, criteria, heldOut }: FittedRow): MeritView {
  const held = heldOut === undefined || "code" in heldOut ? undefined : heldOut;
  return {
    logLikelihood: showNumber(fit.logLikelihood, 1),
    aic: showNumber(criteria.aic, 1),
    bic: showNumber(criteria.bic, 1),
    heldOut: held === undefined ? MISSING : showNumber(held.perTransition, 5),
    perplexity: held === undefined ? MISSING : showNumber(held.perplexity, 4),
  };
}

function describeDistance({ goodness, error }: FittedRow): DistanceView {
  const { deviance, pearson, df, pDeviance, pPearson } = goodness;
  const tested = df > 0;
  const far = "code" in error ? undefined : error;
  return {
    deviance: tested ? showNumber(deviance, 1) : MISSING,
    pDeviance: typeof pDeviance === "number" ? showBareP(pDeviance) : MISSING,
    pearson: tested ? showNumber(pearson, 1) : MISSING,
    pPearson: typeof pPearson === "number" ? showBareP(pPearson) : MISSING,
    df: tested ? String(df) : MISSING,
    probabilityError: far === undefined ? MISSING : describeLargest(far.probability, 4),
    logError: far === undefined ? MISSING : describeLargest(far.log, 3),
  };
}

/** A model that is what was measured is off nowhere. */
const describeLargest = ({ value, rank }: LargestError, decimals: number): string =>
  value === 0 ? "0" : `${showNumber(value, decimals)} at ${rank}`;

function notesOf({ fit, error, heldOut }: FittedRow): readonly string[] {
  const [only] = fit.estimates;
  const se = isMeasured(fit.model) || only === undefined ? undefined : only.se;
  const reasons: readonly (Reason | undefined)[] = [
    fit.boundary,
    fit.fault,
    typeof se === "number" ? undefined : se,
    "code" in error ? error : undefined,
    heldOut !== undefined && "code" in heldOut ? heldOut : undefined,
  ];
  return [...new Set(reasons.flatMap((each) => (each === undefined ? [] : [each.message])))];
}

import type { Reason } from "../../errors.js";
import type { FittedFeed } from "../../evaluate/fit.js";
import type { CurveSpec } from "../../exposure/curve.js";
import { curveOf } from "../../exposure/curve-of.js";
import { table } from "../../exposure/table/table.js";
import type { Fit, FittedRow, LargestError } from "../../fitting/index.js";
import { defaultInterval, intervalBy } from "../../inference/index.js";
import { sayInterval } from "../say/interval.js";
import { decimalsFor, sayBareP, sayNumber } from "../say/number.js";
import { groupedNotes, type Note } from "./grouped-notes.js";

/** The models of a feed: figures of those that were fitted, and what is to be known of all. */
export interface SaidModels {
  readonly fitted: readonly SaidModel[];
  readonly notes: readonly Note[];
}

/** One model in figures. */
export interface SaidModel extends SaidParameter, SaidMerit, SaidDistance {
  readonly model: string;
  readonly isKept: boolean;
}

export interface SaidParameter {
  /** "rho"; of a measured table, "39 hazards". */
  readonly parameter: string;
  readonly value: string;
  /** Of clusters, where the fit knows them. */
  readonly se: string;
  /** By the observed information, as if trajectories were independent. */
  readonly plainSe: string;
  readonly interval: string;
}

/** How well the model foretells. */
interface SaidMerit {
  readonly logLikelihood: string;
  readonly aic: string;
  readonly bic: string;
  /** Log-likelihood per transition of users held out, and its perplexity. */
  readonly heldOut: string;
  readonly perplexity: string;
}

/** How far the model lies from what was measured. */
interface SaidDistance {
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
export function sayModels({ rows, kept }: FittedFeed, confidence: number): SaidModels {
  const keptModel = "code" in kept ? null : kept.fit.model;
  const notes = rows.map((row) => ({
    model: row.model,
    notes: "none" in row ? [row.none.message] : notesOf(row),
  }));
  const fitted = rows.flatMap((row) =>
    "none" in row ? [] : [sayModel(row, row.model === keptModel, confidence)],
  );
  return { fitted, notes: groupedNotes(notes) };
}

const sayModel = (row: FittedRow, isKept: boolean, confidence: number): SaidModel => ({
  model: row.model,
  isKept,
  ...sayParameter(row.fit, confidence),
  ...sayMerit(row),
  ...sayDistance(row),
});

/** The parameter of a fit with its standard error and its interval. */
export function sayParameter(fit: Fit, confidence: number): SaidParameter {
  const [only] = fit.estimates;
  if (fit.model === table.name || only === undefined) {
    const hazards = `${fit.freeParameters} ${fit.freeParameters === 1 ? "hazard" : "hazards"}`;
    return { parameter: hazards, value: "", se: "", plainSe: "", interval: "" };
  }
  const { name: parameter, value, se, plainSe } = only;
  if (typeof se !== "number") {
    const bare = sayNumber(value, decimalsFor(null, value));
    return { parameter, value: bare, se: MISSING, plainSe: MISSING, interval: MISSING };
  }
  const decimals = decimalsFor(se, value);
  const [lo, hi] = intervalBy(
    defaultInterval,
    { value, se, degreesOfFreedom: (fit.clusters ?? Infinity) - 1 },
    confidence,
  );
  const { min, max } = boundsOf(fit.curve);
  return {
    parameter,
    value: sayNumber(value, decimals),
    se: sayNumber(se, decimals),
    plainSe: plainSe === undefined ? MISSING : sayNumber(plainSe, decimals),
    interval: sayInterval([Math.max(min, lo), Math.min(max, hi)], decimals),
  };
}

/** The bounds of a curve's one number: an interval does not reach beyond them. */
function boundsOf(curve: CurveSpec): { readonly min: number; readonly max: number } {
  const [number] = curveOf(curve).parameters.filter((spec) => spec.kind === "number");
  return number ?? { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
}

function sayMerit({ fit, criteria, heldOut }: FittedRow): SaidMerit {
  const held = heldOut === undefined || "code" in heldOut ? undefined : heldOut;
  return {
    logLikelihood: sayNumber(fit.logLikelihood, 1),
    aic: sayNumber(criteria.aic, 1),
    bic: sayNumber(criteria.bic, 1),
    heldOut: held === undefined ? MISSING : sayNumber(held.perTransition, 5),
    perplexity: held === undefined ? MISSING : sayNumber(held.perplexity, 4),
  };
}

function sayDistance({ goodness, error }: FittedRow): SaidDistance {
  const { deviance, pearson, df, pDeviance, pPearson } = goodness;
  const tested = df > 0;
  const far = "code" in error ? undefined : error;
  return {
    deviance: tested ? sayNumber(deviance, 1) : MISSING,
    pDeviance: typeof pDeviance === "number" ? sayBareP(pDeviance) : MISSING,
    pearson: tested ? sayNumber(pearson, 1) : MISSING,
    pPearson: typeof pPearson === "number" ? sayBareP(pPearson) : MISSING,
    df: tested ? String(df) : MISSING,
    probabilityError: far === undefined ? MISSING : sayLargest(far.probability, 4),
    logError: far === undefined ? MISSING : sayLargest(far.log, 3),
  };
}

/** A model that is what was measured is off nowhere. */
const sayLargest = ({ value, rank }: LargestError, decimals: number): string =>
  value === 0 ? "0" : `${sayNumber(value, decimals)} at ${rank}`;

function notesOf({ fit, error, heldOut }: FittedRow): readonly string[] {
  const [only] = fit.estimates;
  const se = fit.model === table.name || only === undefined ? undefined : only.se;
  const reasons: readonly (Reason | undefined)[] = [
    fit.boundary,
    fit.fault,
    typeof se === "number" ? undefined : se,
    "code" in error ? error : undefined,
    heldOut !== undefined && "code" in heldOut ? heldOut : undefined,
  ];
  return [...new Set(reasons.flatMap((each) => (each === undefined ? [] : [each.message])))];
}

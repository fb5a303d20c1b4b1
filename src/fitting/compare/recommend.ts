import { type Reason, reason } from "../../errors.js";
import { square } from "../../numeric/elementary/square.js";
import { tQuantile } from "../../numeric/student-t-quantile.js";
import type { HeldOut } from "./held-out.js";
import type { FittedRow, ModelRow } from "./model-row.js";

/** The model to take, by which criterion, and why; or why none can be recommended. */
export type Recommendation =
  | { readonly model: string; readonly by: "heldOut" | "aic"; readonly reason: Reason }
  | { readonly none: Reason };

/** Differences in AIC below this are noise (Burnham and Anderson, 2002, section 2.6). */
const aicNoise = 2;

interface Candidate extends FittedRow {
  /** The greater the better. */
  readonly merit: number;
}

/**
 * The model that predicts held-out transitions best, or has the smallest AIC where nothing was held
 * out; of the models within the noise of it, one with the fewest parameters. Noise is a 95 % interval of the
 * folds' paired differences, or 2 in AIC. A fit on a boundary, or one that lacks a cut-off, is never recommended.
 * See docs/methods.md, "Choice of model".
 */
export function recommend(rows: readonly ModelRow[]): Recommendation {
  const fitted = rows.filter((row) => "fit" in row);
  const by = fitted.some((row) => row.heldOut !== undefined) ? "heldOut" : "aic";
  const scorable = fitted.flatMap((row) => candidateOf(row, by));
  const candidates = scorable.filter(({ fit }) => fit.fault === undefined);
  const [best, ...others] = candidates.sort((a, b) => b.merit - a.merit);
  if (best === undefined) return { none: noCandidate(rows) };
  const near: readonly [Candidate, ...Candidate[]] = [
    best,
    ...others.filter((other) => withinNoise(best, other, by)),
  ];
  const chosen = near.reduce((a, b) => (b.fit.freeParameters < a.fit.freeParameters ? b : a));
  return { model: chosen.model, by, reason: whyChosen(chosen, near, by, scorable) };
}

function candidateOf(row: FittedRow, by: "heldOut" | "aic"): readonly Candidate[] {
  if (row.fit.boundary !== undefined) return [];
  if (by === "aic") return [{ ...row, merit: -row.criteria.aic }];
  return scored(row) === undefined ? [] : [{ ...row, merit: scored(row)?.logLikelihood ?? 0 }];
}

const scored = ({ heldOut }: FittedRow): HeldOut | undefined =>
  heldOut === undefined || "code" in heldOut ? undefined : heldOut;

function withinNoise(best: Candidate, other: Candidate, by: "heldOut" | "aic"): boolean {
  const lead = best.merit - other.merit;
  if (by === "aic") return lead < aicNoise;
  const [ours = [], theirs = []] = [scored(best)?.folds, scored(other)?.folds];
  const gaps = ours.map((fold, at) => fold - (theirs[at] ?? Number.NaN));
  const count = gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + square(gap - lead / count), 0);
  return lead <= tQuantile(0.975, count - 1) * Math.sqrt((count / (count - 1)) * squares);
}

function whyChosen(
  chosen: Candidate,
  near: readonly [Candidate, ...Candidate[]],
  by: "heldOut" | "aic",
  scorable: readonly Candidate[],
): Reason {
  const [best] = near;
  const first =
    chosen === best
      ? `${best.model} ${praise(best, by)}.`
      : `${chosen.model}, with ${parameters(chosen)}, is within the noise of ${best.model}, with ${parameters(best)}, which ${praise(best, by)}.`;
  const alike = near
    .filter((candidate) => candidate !== chosen && candidate !== best)
    .map(({ model }) => model);
  const also = alike.length === 0 ? [] : [`Also within the noise: ${alike.join(", ")}.`];
  const lacking = scorable.flatMap(({ merit, fit }) =>
    fit.fault !== undefined && merit > chosen.merit ? [fit] : [],
  );
  const notTaken = lacking.map(
    ({ model, fault }) =>
      `${model} would do better and is left out: ${fault?.message} Set it (log.exposure.curve.cutoff, --cutoff) to have it compared.`,
  );
  return reason(
    chosen === best ? "best" : "simplerWithinNoise",
    [first, ...also, ...notTaken].join(" "),
    {
      best: best.model,
      lead: best.merit - chosen.merit,
      alike,
      lacking: lacking.map(({ model }) => model),
    },
  );
}

const praise = (best: Candidate, by: "heldOut" | "aic"): string =>
  by === "aic"
    ? `has the smallest AIC, ${best.criteria.aic.toFixed(1)}`
    : `predicts held-out users best, with a perplexity of ${scored(best)?.perplexity.toFixed(4)} per transition`;

const parameters = ({ fit: { freeParameters } }: Candidate): string =>
  freeParameters === 1 ? "1 parameter" : `${freeParameters} parameters`;

/** Why none of the models can be taken, each reason once. */
export function noCandidate(rows: readonly ModelRow[]): Reason {
  const modelsBy = new Map<string, string[]>();
  for (const row of rows) {
    const fault = "none" in row ? row.none : (row.fit.boundary ?? row.fit.fault ?? faultOf(row));
    const why = fault?.message ?? "no held-out figures.";
    modelsBy.set(why, [...(modelsBy.get(why) ?? []), row.model]);
  }
  const lines = [...modelsBy].map(([why, names]) => `${names.join(", ")}: ${why}`);
  const models = rows.map(({ model }) => model);
  return reason("noModel", `No model can be recommended. ${lines.join(" ")}`, { models });
}

const faultOf = ({ heldOut }: FittedRow): Reason | undefined =>
  heldOut !== undefined && "code" in heldOut ? heldOut : undefined;

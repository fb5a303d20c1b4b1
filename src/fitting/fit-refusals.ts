import { type Reason, reason } from "../errors.js";
import type { Fit } from "../exposure/curve.js";
import { measuredCurve, tails, usualTail } from "../exposure/index.js";
import { leastAtRisk, viewsBeyond } from "../exposure/transitions/ranks.js";
import type { FitCurveOptions } from "./fit-options.js";

const measured = measuredCurve.name;
const withTail = `fit: ${measured}, tail: ${usualTail.name}`;
const tailExample = `{ model: ${usualTail.name}, ${usualTail.parameters.map(({ name }) => `${name}: …`).join(", ")} } or { file: fits.json }`;

/** What a log lacks for a curve of any model to be fitted to it; another model does not help. */
const lacking = new Set(["noTransitions", "noStops", "allStopAtRankOne"]);

/** Why a fit failed, and which keys of the study to set instead. */
export function notFitted({ code, message, facts }: Reason): Reason {
  if (code === "viewsBeyondCutoff") return reason(code, `${message} ${cutoffKey}`, facts);
  const otherwise = lacking.has(code)
    ? `No curve can be fitted to this log as it is; if it is right, set log.exposure.curve to one that is known: ${tailExample}.`
    : `Set log.exposure.curve to another fit, such as { ${withTail} }, or to a known curve: ${tailExample}.`;
  return reason(code, `${message} ${otherwise}`, facts);
}

const cutoffKey = "The key is log.exposure.curve: { fit: …, cutoff: … }.";

export function faulty(
  fault: Reason,
  { to, tail, longest }: FitCurveOptions,
  { model }: Fit,
): Reason {
  const fit = tail === undefined ? `fit: ${model}` : `fit: ${measured}, tail: ${tail}`;
  return reason(
    fault.code,
    `${fault.message} Set log.exposure.curve: { ${fit}, cutoff: … } (--cutoff) to the last rank that can be viewed${longest === undefined ? `, such as ${to}` : `: no list of the log goes beyond rank ${longest}`}.`,
    { ...fault.facts, model },
  );
}

/** What is wrong with a tail, whatever the data. */
export function tailFault({ model, tail, after }: FitCurveOptions): Reason | undefined {
  const example = `log.exposure.curve: { ${withTail} }`;
  if (tail === undefined && after === undefined) return undefined;
  if (model !== measured || tail === undefined) {
    return reason(
      "tailWithoutTable",
      `tail and after continue a measured table, as in ${example}; ${model === measured ? "after is given without a tail" : `the fit is ${model}`}. Leave them out, or fit a table with a tail.`,
      { model, tail: tail ?? null, after: after ?? null },
    );
  }
  if (tail !== measured && (after === undefined || (Number.isInteger(after) && after >= 1))) {
    return undefined;
  }
  return reason(
    "tailNotParametric",
    `A tail must be one of ${tails.join(", ")}, after a whole number in [1, ∞), as in ${example}; it is ${tail} after ${after ?? "the last supported rank"}.`,
    { tail, after: after ?? null, expected: tails },
  );
}

export function beyondSupport(
  { transitions }: Fit,
  supported: number,
  { support = leastAtRisk }: FitCurveOptions,
): Reason {
  const views = viewsBeyond(transitions, supported);
  return reason(
    "beyondSupport",
    `Rank ${supported} is the last that ${support} trajectories or more view, and ${Number(views.toPrecision(6))} views lie beyond it: too few to measure a probability by which rewards are divided. Continue the curve by a model, log.exposure.curve: { ${withTail} }, or accept fewer views by { fit: ${measured}, support: … } (default ${leastAtRisk}).`,
    { rank: supported, views, support },
  );
}

/** A table that ends before the deepest rank which must have a probability. */
export function beyondTable({ estimates }: Fit, to: number): Reason {
  const last = estimates.length;
  return reason(
    "beyondTable",
    `No view beyond rank ${last} is known, and ranks (displayed or target) run to ${to}: a measured curve says nothing about them. Continue it by a model, log.exposure.curve: { ${withTail} }, or declare that nobody views them, { fit: ${measured}, cutoff: ${last} }.`,
    { last, to },
  );
}

/** A tail that is to begin where nothing was measured. */
export const afterBeyondTable = (after: number, last: number): Reason =>
  reason(
    "afterBeyondTable",
    `The tail must begin after a measured rank in [1, ${last}]; log.exposure.curve has after: ${after}. Lower it, or leave it out for the last supported rank.`,
    { after, last },
  );

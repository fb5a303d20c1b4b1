import { type Reason, reason } from "../../errors.js";

/** Why a log holds nothing to fit, or drives a parameter to the end of its range. */
export const noTransitions = (trajectories: number): Reason =>
  reason(
    "noTransitions",
    `None of the ${trajectories} trajectories was seen to go on or to stop: each was censored at rank 1. Position bias needs lists of two ranks or more; give the curve instead.`,
    { trajectories },
  );

export const noStops = (atRisk: number): Reason =>
  reason(
    "noStops",
    `No trajectory was seen to stop in ${atRisk} transitions, so that the fitted curve is flat: every rank is viewed. If people do leave, the log marks every end as censored (check listLength and censored), or it holds all offered rows (say log.rows: offered).`,
    { atRisk },
  );

export const allStopAtRankOne = (stops: number): Reason =>
  reason(
    "allStopAtRankOne",
    `All ${stops} trajectories at risk stop at rank 1, so that no rank beyond it is ever viewed. Check that rows of one trajectory share its key and that rank is the displayed rank.`,
    { stops },
  );

export const curveUnderflows = (model: string, rank: number): Reason =>
  reason(
    "curveUnderflows",
    `The log holds views at rank ${rank}, where ${model} as fitted gives a probability below 1e-290: its tail is too thin for this log. Choose another model.`,
    { model, rank },
  );

export const noMaximum = (model: string, from: number, to: number): Reason =>
  reason(
    "noMaximum",
    `The likelihood of ${model} has no maximum for its parameter in [${from}, ${to}]: the model does not describe this log. Choose another one.`,
    { model, from, to },
  );

export const noCurvature = (model: string): Reason =>
  reason(
    "noCurvature",
    `The likelihood of ${model} is flat at the fit, so that its parameter has no standard error.`,
    { model },
  );

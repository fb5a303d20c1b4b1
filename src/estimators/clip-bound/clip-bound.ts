import { isReason } from "../../errors.js";
import { double, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { meanOf } from "../parts.js";
import {
  clipsParameter,
  forEstimand,
  lostToClip,
  noCandidates,
  overCandidates,
} from "../predicted.js";
import { targetExposure } from "../weight.js";

/**
 * The most that a clip can take from the value of a policy: c_max·Σ_a ε_t(1 − m·ε0)₊ over all candidates, read off exposures
 * alone (docs/methods.md, "Choice of a clip"). A list of limits next to the clipped estimates bounds the bias of each.
 */
export const clipBound: Estimator = {
  name: "clipBound",
  purpose: "the most that a clip can take from a value, from exposures alone; not a reward",
  reference: "docs/methods.md, Choice of a clip",
  assumptions: ["views depend on the rank only", "no view earns more than `most`, nor less than 0"],
  parameters: [
    {
      name: "limit",
      kind: "number",
      purpose: "the clip: largest weight, or largest inverse logging exposure",
      min: 0,
      max: Infinity,
      open: "min",
      default: 10,
    },
    clipsParameter,
    {
      name: "most",
      kind: "number",
      purpose: "the most that a view can earn",
      min: 0,
      max: Infinity,
      open: "min",
      default: 1,
      label: { unless: 1 },
    },
  ],
  canonical: ({ limit = 10, clips = "ratio", most = 1 }) => ({ limit, clips, most }),
  role: () => "score",
  needs: [],
  formula: (question) => {
    const { log, policy, parameters, estimand } = question;
    if (log.candidates === undefined) return noCandidates;
    const target = targetExposure(log, policy);
    if (isReason(target)) return target;
    const lost = lostToClip(question, target);
    if (isReason(lost)) return lost;
    const bound = overCandidates(times(double(Number(parameters.most)), lost));
    return forEstimand(meanOf(bound), estimand, policy);
  },
};

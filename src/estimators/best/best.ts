import { isReason } from "../../errors.js";
import { balance } from "../balance/balance.js";
import { betaIps } from "../beta-ips/beta-ips.js";
import { combinationOf } from "../combination.js";
import { dr } from "../dr/dr.js";
import { efficient } from "../efficient/efficient.js";
import type { Estimator, Formula } from "../estimator.js";
import { ips } from "../ips/ips.js";
import { snips } from "../snips/snips.js";
import { weighted } from "../weighted/weighted.js";

/**
 * Those whose value does not rest on predictions alone, and whose errors are right of few users: weights of whole lists are
 * left out.
 */
const members: readonly Estimator[] = [ips, snips, betaIps, balance, weighted, dr, efficient];

const usual = "ips+snips+betaIps";

/**
 * The linear combination of several estimators of one reward that has the least variance: Σ_k w_k θ̂_k with
 * w = Σ⁻¹1/(1ᵀΣ⁻¹1), Σ the covariance of the estimates by buckets of users, and the weights of every fifth of the
 * buckets from the other four (Jeunen, RecSys 2025; docs/methods.md, "Best combination"). It has no answer where
 * the members differ by more than their joint error.
 */
export const best: Estimator = {
  name: "best",
  purpose: "the linear combination of several estimators of one reward that has the least variance",
  reference: "Jeunen (RecSys 2025), Meta-OPE, with weights from other users",
  assumptions: ["the assumptions of every member", "the members were chosen before the data"],
  parameters: [
    {
      name: "of",
      kind: "several",
      purpose: "the estimators that are combined, each with its default parameters",
      choices: members.map(({ name }) => name),
      default: usual,
    },
  ],
  canonical: ({ of = usual }) => ({ of }),
  role: () => "modelledReward",
  needs: [],
  isLinear: false,
  formula: (question) => {
    const names = String(question.parameters.of).split("+");
    const parts: Formula[] = [];
    for (const member of members) {
      if (!names.includes(member.name)) continue;
      const formula = member.formula({ ...question, parameters: member.canonical({}) });
      if (formula === undefined) return undefined;
      if (isReason(formula)) {
        const message = `Its member ${member.name} has no answer; leave it out of \`of\`, or give what it lacks. ${formula.message}`;
        return { ...formula, message };
      }
      parts.push(formula);
    }
    return combinationOf(parts);
  },
};

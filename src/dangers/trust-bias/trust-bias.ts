import type { Danger, Finding } from "../danger.js";
import { figure, insteadOf, scaleFacts, shiftFound, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import type { Line, TrustOfRanks } from "../line.js";
import { weightOf } from "../pairs-of-ranks.js";
import { finite, tableOf } from "../reading.js";
import { shiftedBy } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";

export const trustBias: Danger = {
  code: "trustBias",
  title: "the study's trust bias",
  purpose:
    "Where the study says how far users trust the ranker, the difference that allows for it must be called the same.",
  spoilsOthers: false,
  needs: "trust",
  examine(line: Line): Finding {
    const { trust, policy, base } = line;
    if (trust === undefined || !dependsOnRank(trust)) {
      const measured = figure(0, "reward", "the same at every rank");
      const message = "The study states no trust bias that depends on the rank.";
      const found = { binds: false, tipping: null, measured, message, facts: {} };
      return { code: "trustBias", effect: "none", ...found };
    }
    const isByWeight = [policy, base].some((each) => each?.cells.weight !== undefined);
    return isByWeight ? notCorrected : corrected(line, trust);
  },
};

/** Weights alone do not say where a policy places an item. */
const notCorrected: Finding = {
  code: "trustBias",
  effect: "cannotTell",
  binds: true,
  tipping: null,
  measured: figure(Number.NaN, "reward", "not tested: policies by exposure"),
  message:
    "The study states trust bias (log.exposure.trust), which the deciding estimator does not correct, and of policies by exposure no table tells what it changes. Give the policies by rank and read trustDr.",
  facts: {},
};

function corrected(line: Line, trust: TrustOfRanks): Finding {
  const found = shiftedBy(line, (without) =>
    differenceOf(line, (policy) => underTrust(line, policy, trust, without), without),
  );
  const { alternative, shift, survives } = found;
  const far =
    Math.abs(shift.value) > line.se || Math.abs(shift.value) > 0.1 * Math.abs(line.difference);
  return {
    code: "trustBias",
    effect: survives ? (far ? "watch" : "none") : "cannotTell",
    binds: true,
    alternative,
    tipping: shiftThatFlips(line),
    measured: shiftFound(line, found),
    message: `Under the trust bias that the study states (log.exposure.trust) the difference is ${insteadOf(line, alternative)}, which takes trust for relevance. Read trustDr.`,
    facts: {
      difference: alternative.difference,
      differenceSe: alternative.se,
      interval: alternative.interval,
      shift: finite(shift.value),
      ...scaleFacts(line),
    },
  };
}

/**
 * A policy's sums whose rewards are those that it would earn: Σ (p_R/p_i)·(a_R(c − b_i)/a_i + b_R) over the views of items
 * at rank i that it places at R, as those of `trustDr` by weights alone.
 */
function underTrust(
  line: Line,
  policy: PolicyTables,
  { slope, base }: TrustOfRanks,
  without?: number,
): ReturnType<typeof viewSums> {
  const { cells, rows, rewards } = policy;
  const { n } = logTotals(line.log, without);
  const earned = totalOf(tableOf(rewards, line.reward), without).sum;
  const viewed = totalOf(rows, without).rows;
  const at = (table: readonly number[], rank: number): number => table[rank - 1] ?? 0;
  let reward = 0;
  for (let cell = 0; cell < viewed.length; cell++) {
    const [rank, target] = [cells.rank[cell] ?? 0, cells.target[cell] ?? 0];
    const weight = weightOf(line.curve, cells, cell);
    if (weight === 0) continue;
    const ratio = at(slope, target) / at(slope, rank);
    const moved = at(base, target) - at(base, rank) * ratio;
    reward += weight * ((earned[cell] ?? 0) * (ratio - 1) + (viewed[cell] ?? 0) * moved);
  }
  return shifted(viewSums(line, policy, line.curve, without), { reward: reward / n });
}

const dependsOnRank = ({ slope, base }: TrustOfRanks): boolean =>
  [slope, base].some((table) => table.some((each) => each !== table[0]));

import type { Danger, Finding } from "../danger.js";
import { figure, insteadOf, scaleFacts, shiftFound, shiftThatFlips } from "../figures.js";
import { totalOf } from "../grouped-sums.js";
import { callOf, type Line, type TrustOfRanks } from "../line.js";
import { weightOf } from "../pairs-of-ranks.js";
import { finite, tableOf } from "../reading.js";
import { type Reestimate, shiftedBy } from "../shifted-by.js";
import { logTotals, type PolicyTables } from "../tables.js";
import { differenceOf, shifted, viewSums } from "../view-sums.js";
import { lostAt, mostFall, readingOfFalls } from "./trust-falls.js";

export const trustBias: Danger = {
  code: "trustBias",
  title: "trust in the ranker",
  purpose:
    "Rewards of a view may fall by rank because users trust the ranker: the difference that allows for what the study says of it must be called the same, and a difference below 0 must survive a fall of 1 % a rank where it says nothing.",
  spoilsOthers: false,
  needs: "targetRanksOrTrust",
  examine(line: Line): Finding {
    const { trust, policy, base } = line;
    if (trust === undefined) return unsaid(line);
    if ("fallsBy" in trust ? trust.fallsBy === 0 : !dependsOnRank(trust)) {
      const measured = figure(0, "reward", "the same at every rank");
      const message = "The study states no trust bias that depends on the rank.";
      const found = { binds: false, tipping: null, measured, message, facts: {} };
      return { code: "trustBias", effect: "none", ...found };
    }
    const isByWeight = [policy, base].some((each) => each?.cells.weight !== undefined);
    if (isByWeight) return notCorrected;
    return "fallsBy" in trust ? falling(line, trust.fallsBy) : corrected(line, trust);
  },
};

/** A fall of the rewards of a view by less than this a rank is too ordinary for a call to rest on its absence. */
const ordinaryFall = 0.01;

/**
 * No log of one policy tells trust in the ranker from relevance. It makes every policy that moves items look worse than it
 * is: a call below the logging policy, or above another policy that moves more, stands only while trust is small.
 */
function unsaid(line: Line): Finding {
  const code = "trustBias";
  const call = callOf(line, line.difference, line.se);
  const lost = call === 0 ? undefined : lostAt(line);
  if (lost === undefined) {
    const most = percentOf(mostFall);
    const [words, message] =
      call === 0
        ? ["there is no call", "There is no call that trust in the ranker could lose."]
        : [
            `no fall up to ${most} a rank loses the call`,
            `The call is not lost where the rewards of a view fall by up to ${most} a rank.`,
          ];
    const measured = figure(Number.NaN, "share", words);
    const facts = { most: mostFall };
    return { code, effect: "none", binds: false, tipping: null, measured, message, facts };
  }
  const { fall, found } = lost;
  const { alternative } = found;
  const words = `${percentOf(fall)} a rank`;
  const isLost = fall < ordinaryFall;
  const word = call > 0 === (line.better === "higher") ? "better" : "worse";
  const remedy = "log.exposure.trust says how far users trust the ranker, or that they do not";
  const message = isLost
    ? `It is ${word} only if the rewards of a view do not fall from rank to rank because users trust the ranker: with a fall of ${words} the difference is ${insteadOf(line, alternative)}. ${remedy}.`
    : `It stays ${word} only while the rewards of a view fall by less than ${words} because users trust the ranker: ${remedy}.`;
  return {
    code,
    effect: isLost ? "cannotTell" : "watch",
    binds: isLost,
    alternative,
    tipping: figure(fall, "share", `a fall by ${words}`),
    measured: figure(Number.NaN, "share", "no log tells it from relevance"),
    message,
    facts: {
      lostAt: fall,
      difference: alternative.difference,
      interval: alternative.interval,
      ...scaleFacts(line),
    },
  };
}

const percentOf = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

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

/** What the study states must not lose the call: any fall of the rewards of a view up to this. */
function falling(line: Line, most: number): Finding {
  const reading = readingOfFalls(line);
  const lost = lostAt(line, most, reading);
  const { fall, found } = lost ?? { fall: most, found: reading(most) };
  const stated = `The study states that the rewards of a view fall by up to ${percentOf(most)} a rank because users trust the ranker (log.exposure.trust)`;
  const finding = asStated(
    line,
    found,
    `${stated}: with a fall of ${percentOf(fall)} the difference is ${insteadOf(line, found.alternative)}.`,
  );
  const facts = { ...finding.facts, fallsBy: most, ...(lost && { lostAt: fall }) };
  const tipping = lost && figure(fall, "share", `a fall by ${percentOf(fall)} a rank`);
  return { ...finding, tipping: tipping ?? null, facts };
}

function corrected(line: Line, trust: TrustOfRanks): Finding {
  const found = shiftedBy(line, (without) =>
    differenceOf(line, (policy) => underTrust(line, policy, trust, without), without),
  );
  return asStated(
    line,
    found,
    `Under the trust bias that the study states (log.exposure.trust) the difference is ${insteadOf(line, found.alternative)}, which takes trust for relevance. Read trustDr.`,
  );
}

/** What the re-estimate under a trust bias that the study states does to the call. */
function asStated(line: Line, found: Reestimate, message: string): Finding {
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
    message,
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

import { oneSidedP, sensitivityOf } from "../../../src/agreement/sensitivity.js";
import {
  correlationP,
  fisherInterval,
  kendall,
  pearson,
  spearman,
} from "../../../src/numeric/correlation.js";
import { normalQuantile } from "../../../src/numeric/normal-quantile.js";
import { disagreementOf } from "../../../src/rankings/index.js";
import { type Runner, runner } from "../case.js";

type Numbers = readonly number[];

/** Correlations and disagreements of orders. */
export const rankingRunners: readonly Runner[] = [
  runner<{ readonly dcg: Numbers; readonly ndcg: Numbers }>(
    "disagreement.probability",
    ({ dcg, ndcg }) => {
      const found = disagreementOf(dcg, ndcg);
      return {
        agreeOrdered: found.agreeing,
        disagreeOrdered: found.disagreeing,
        probability: found.probability,
        concordant: found.concordant,
        discordant: found.discordant,
        strictInversionShareOfAllPairs: found.inverted,
      };
    },
  ),
  runner<{ readonly x: Numbers; readonly y: Numbers }>("pearson.student", ({ x, y }) => {
    const found = pearson(x, y);
    return {
      r: found?.r,
      t: found?.t,
      df: found?.df,
      pTwoSided: found?.p,
      fisher95: fisherInterval(found?.r ?? 0, x.length, 0.95),
    };
  }),
  runner<{ readonly r: Numbers; readonly n: Numbers }>("pearson.table2forensic", ({ r, n }) => ({
    p: r.map((each, at) => correlationP(each, n[at] ?? 0)),
  })),
  runner<{ readonly delta: Numbers; readonly se: Numbers; readonly confidence: number }>(
    "sensitivity.tprAndP",
    ({ delta, se, confidence }) => {
      const differences = delta.map((value, at) => ({ value, se: se[at] ?? 0 }));
      const found = sensitivityOf(differences, confidence);
      return {
        z: differences.map((each) => each.value / each.se),
        oneSidedP: differences.map(oneSidedP),
        meanP: found.meanP,
        signAgreement: differences.map(
          (each) => sensitivityOf([each], confidence).signAgreement === 1,
        ),
        tprTwoSided99: found.truePositives,
        tprOneSided01: found.truePositivesByP,
        criticalZ: normalQuantile((1 + confidence) / 2),
      };
    },
  ),
  runner<{
    readonly x: Numbers;
    readonly y: Numbers;
    readonly exactX: Numbers;
    readonly exactY: Numbers;
  }>("kendall.spearman", ({ x, y, exactX, exactY }) => {
    const [tied, exact, ranks] = [kendall(x, y), kendall(exactX, exactY), spearman(x, y)];
    return {
      tauB: tied?.tauB,
      S: tied?.s,
      varS: tied?.variance,
      pAsymptotic: tied?.p,
      spearman: ranks?.r,
      spearmanP: ranks?.p,
      tauExact: exact?.tauB,
      pExact: exact?.p,
    };
  }),
];

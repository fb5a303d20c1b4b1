import { isReason, type Reason, reason } from "../../../errors.js";
import { chiSquaredUpperTail } from "../../../numeric/chi-squared.js";
import { square } from "../../../numeric/elementary/square.js";
import { tTwoSidedP } from "../../../numeric/student-t.js";
import { tQuantile } from "../../../numeric/student-t-quantile.js";
import type { Pair } from "../../pair.js";
import { axesOf } from "../axes.js";
import { pairsAtEnds } from "../over-sets.js";
import type { Statistic } from "../statistic.js";

/**
 * The slope of offline on what online would be without noise: b = (S_xy − mean σ_xy)/(S_xx − mean σ_x²), with
 * SE² = (S_xx·s_v + b²·(mean σ_x²)²)/(n·(S_xx − mean σ_x²)²), s_v = Σ(y − a − bx)²/(n − 2). The noise of online
 * results does not flatten it, as it does r; offline may scatter by more than its errors say.
 */
export const slopeWithErrors: Statistic = {
  name: "slopeWithErrors",
  title: "slope",
  purpose: "by how much offline moves when online moves by 1, allowing for both errors",
  reference: "Fuller (1987), Measurement error models, section 1.2",
  needs: "sameUnits",
  tests: "unrelated",
  allowsCovariance: true,
  perfect: 1,
  least: 3,
  of: (pairs, confidence) => {
    const axes = axesOf(pairs, 3);
    if (isReason(axes)) return axes;
    const n = pairs.length;
    const { x, y } = { x: centred(axes.online), y: centred(axes.offline) };
    const variance = mean(x.map((xi) => xi * xi)) - mean(pairs.map(varianceOfX));
    if (!(variance > 0) || !variesBeyondError(x, pairs)) return onlyNoise();
    const together = mean(x.map((xi, i) => xi * (y[i] ?? 0)));
    const value = (together - mean(pairs.map(({ covariance }) => covariance))) / variance;
    const rest = y.map((yi, i) => yi - value * (x[i] ?? 0));
    const scatter = (n * mean(rest.map((ri) => ri * ri))) / (n - 2);
    const spread = mean(x.map((xi) => xi * xi));
    const ofNoise = square(value * mean(pairs.map(varianceOfX)));
    const se = Math.sqrt((spread * scatter + ofNoise) / n) / variance;
    const half = se * tQuantile((1 + confidence) / 2, n - 2);
    return {
      value,
      interval: [value - half, value + half],
      p: se === 0 ? (value === 0 ? 1 : 0) : tTwoSidedP(value / se, n - 2),
      facts: { se, df: n - 2 },
    };
  },
  ends: (pairs, confidence) => {
    const x = centred(pairs.map(({ online }) => online.value));
    const [flattest, steepest] = pairsAtEnds(pairs, x);
    return [slopeWithErrors.of(flattest, confidence), slopeWithErrors.of(steepest, confidence)];
  },
};

const varianceOfX = ({ online }: Pair): number => square(online.se);

const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

function centred(values: readonly number[]): readonly number[] {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

/** Whether online results differ by more than their errors, at 5 %: else there is nothing to put on an axis. */
function variesBeyondError(x: readonly number[], pairs: readonly Pair[]): boolean {
  if (pairs.some(({ online }) => online.se === 0)) return true;
  const weights = pairs.map((pair) => 1 / varianceOfX(pair));
  const total = weights.reduce((a, b) => a + b, 0);
  const middle = x.reduce((sum, xi, i) => sum + (weights[i] ?? 0) * xi, 0) / total;
  const spread = x.reduce((sum, xi, i) => sum + (weights[i] ?? 0) * square(xi - middle), 0);
  return chiSquaredUpperTail(spread, pairs.length - 1) < 0.05;
}

const onlyNoise = (): Reason =>
  reason(
    "onlyNoise",
    "The online results differ by no more than their own errors, so that no line can be drawn through them; run longer tests, or compare policies that differ more.",
  );

export { chiSquaredUpperTail } from "./chi-squared.js";
export {
  correlationP,
  fisherInterval,
  type Kendall,
  kendall,
  type Pearson,
  pearson,
  spearman,
  spearmanP,
} from "./correlation.js";
export { correlationRange } from "./correlation-range.js";
export {
  addAt,
  addDoubleDouble,
  addProductAt,
  type DoubleDouble,
  divideDouble,
  multiplyDouble,
  subtractDoubleDouble,
  toDouble,
} from "./double-double.js";
export { cbrt } from "./elementary/cbrt.js";
export { cos } from "./elementary/cos.js";
export { exp } from "./elementary/exp.js";
export { expm1 } from "./elementary/expm1.js";
export { atanh, sinh, tanh } from "./elementary/hyperbolic.js";
export { hypot } from "./elementary/hypot.js";
export { ln } from "./elementary/ln.js";
export { log2, log10 } from "./elementary/log-in-base.js";
export { log1p } from "./elementary/log1p.js";
export { pow } from "./elementary/pow.js";
export { powerOfTwo } from "./elementary/power-of-two.js";
export { square } from "./elementary/square.js";
export { groupedBy } from "./grouped-by.js";
export { regularizedGammaQ } from "./incomplete-gamma.js";
export { type KeyDifference, keyDifference } from "./key-difference.js";
export { logGamma } from "./log-gamma.js";
export { didYouMean, nearestName } from "./nearest-name.js";
export { normalCdf } from "./normal-cdf.js";
export { normalQuantile } from "./normal-quantile.js";
export { median, quantile } from "./quantile.js";
export {
  counted,
  decimalsFor,
  showBareP,
  showCount,
  showLevel,
  showNumber,
  showP,
  showPercent,
  showSigned,
  showStatistic,
  showTwoDigits,
} from "./show-number.js";
export { tCdf, tTwoSidedP } from "./student-t.js";
export { tQuantile } from "./student-t-quantile.js";
export { hasSimd, loadModule } from "./web-assembly.js";

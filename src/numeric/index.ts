export { chiSquaredUpperTail } from "./chi-squared.js";
export {
  correlationP,
  criticalCorrelation,
  fisherInterval,
  type Kendall,
  kendall,
  type Pearson,
  pearson,
  spearman,
  spearmanP,
} from "./correlation.js";
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
export { groupedBy } from "./grouped-by.js";
export { type KeyDifference, keyDifference } from "./key-difference.js";
export { logGamma } from "./log-gamma.js";
export { didYouMean, nearestName } from "./nearest-name.js";
export { normalCdf } from "./normal-cdf.js";
export { normalQuantile } from "./normal-quantile.js";
export { median, quantile } from "./quantile.js";
export {
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

export { chiSquaredUpperTail } from "./chi-squared.js";
export { digamma } from "./digamma.js";
export {
  addDouble,
  addDoubleDouble,
  type DoubleDouble,
  divideDouble,
  fromDouble,
  multiplyDouble,
  subtractDoubleDouble,
  toDouble,
  twoProduct,
  twoSum,
} from "./double-double.js";
export { editDistance } from "./edit-distance.js";
export { regularizedBeta } from "./incomplete-beta.js";
export { regularizedGammaP, regularizedGammaQ } from "./incomplete-gamma.js";
export { lambertWMinus1 } from "./lambert-w.js";
export { logGamma } from "./log-gamma.js";
export { didYouMean, nearestName } from "./nearest-name.js";
export { neumaierSum } from "./neumaier-sum.js";
export { normalCdf, normalDensity } from "./normal-cdf.js";
export { normalQuantile } from "./normal-quantile.js";
export { tCdf, tTwoSidedP, tUpperTail } from "./student-t.js";
export { tQuantile } from "./student-t-quantile.js";

import { calibration } from "./calibration/calibration.js";
import { kendallStatistic } from "./kendall/kendall.js";
import { pearsonStatistic } from "./pearson/pearson.js";
import { sameSign } from "./same-sign/same-sign.js";
import { slopeWithErrors } from "./slope-with-errors/slope-with-errors.js";
import { spearmanStatistic } from "./spearman/spearman.js";
import type { Statistic } from "./statistic.js";

/** Every way to say how far online and offline results go together, in the order of tables. */
export const statistics: readonly Statistic[] = [
  pearsonStatistic,
  spearmanStatistic,
  kendallStatistic,
  sameSign,
  slopeWithErrors,
  calibration,
];

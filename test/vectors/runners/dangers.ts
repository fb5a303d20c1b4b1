import {
  calibrationTest,
  type ExposureBin,
} from "../../../src/dangers/exposure-calibration/view-rates.js";
import { type Runner, runner } from "../case.js";

/** What verdicts read of a log. */
export const dangerRunners: readonly Runner[] = [
  runner<{ readonly bins: readonly ExposureBin[] }>(
    "diagnostics.exposureCalibration",
    ({ bins }) => ({
      ...calibrationTest(bins),
    }),
  ),
];

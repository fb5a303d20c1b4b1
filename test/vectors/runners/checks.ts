import {
  calibrationTest,
  type ExposureBin,
} from "../../../src/checks/exposure-calibration/view-rates.js";
import { type Runner, runner } from "../case.js";

/** What verdicts read of a log. */
export const checkRunners: readonly Runner[] = [
  runner<{ readonly bins: readonly ExposureBin[] }>(
    "diagnostics.exposureCalibration",
    ({ bins }) => ({
      ...calibrationTest(bins),
    }),
  ),
];

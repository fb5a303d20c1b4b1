import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readData, writeData } from "../data-file.js";
import { readLevels } from "../levels/rows.js";
import { summaryOfLevels } from "../levels/summary.js";
import { readClaims } from "./claim.js";
import { fixedResults } from "./fixed.js";
import { pageOf } from "./page.js";
import { vectorGaps } from "./vectors.js";

const { values: flags } = parseArgs({
  options: {
    /** Takes the known answers and the fixed results anew, after a study was run again. */
    measure: { type: "boolean", default: false },
  },
});

if (flags.measure) {
  writeData("vectors", await vectorGaps());
  writeData("fixed-seeds", await fixedResults());
}
const docs = new URL("../../docs/", import.meta.url);
const { methods, estimators } = summaryOfLevels(readLevels());
writeFileSync(new URL("pictures/coverage-methods.svg", docs), methods);
writeFileSync(new URL("pictures/coverage-estimators.svg", docs), estimators);
const page = pageOf(readClaims(), readLevels(), readData("verdict-study"));
writeFileSync(new URL("how-we-know.md", docs), page);

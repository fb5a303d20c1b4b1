import { showCount } from "../../numeric/index.js";
import type { Comparison } from "../../recommenders/index.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { comparisonElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** A comparison of models as a document. */
export const comparisonDocument = (comparison: Comparison): ReportDocument => ({
  hindcast: version,
  title: "Which model is best, by DCG and by nDCG",
  lead: `${showCount(comparison.models.length)} models on the same held-out items`,
  chapters: [chapter(comparisonElements, comparison)],
  json: { hindcast: version, ...comparison },
  printable: () => comparisonDocument(mapStrings(comparison, printable)),
});

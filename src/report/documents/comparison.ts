import type { Comparison } from "../../answers/index.js";
import { showCount } from "../../numeric/show-number.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { comparisonElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** A comparison of models as a document; `seconds`, how long it took. */
export const comparisonDocument = (
  comparison: Comparison & { readonly seconds?: number },
): ReportDocument => ({
  hindcast: version,
  title: "Which model is best, by DCG and by nDCG",
  lead: `${showCount(comparison.models.length)} models on the same held-out items${comparison.seconds === undefined ? "" : `, trained and evaluated in ${comparison.seconds.toFixed(1)} s`}`,
  chapters: [chapter(comparisonElements, comparison)],
  json: { hindcast: version, ...comparison },
  printable: () => comparisonDocument(mapStrings(comparison, printable)),
});

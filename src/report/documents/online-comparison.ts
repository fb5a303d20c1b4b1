import type { OnlineComparison } from "../../agreement/index.js";
import { chapter, type ReportDocument } from "../document.js";
import { onlineComparisonElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** Online results against offline ones as a document. */
export const onlineComparisonDocument = (comparison: OnlineComparison): ReportDocument => ({
  hindcast: comparison.hindcast,
  title: "Did offline predict online?",
  lead: leadOf(comparison),
  chapters: [chapter(onlineComparisonElements, comparison)],
  json: comparison,
  printable: () => onlineComparisonDocument(mapStrings(comparison, printable)),
});

function leadOf({ policies, days, firstDay, lastDay, baseline }: OnlineComparison): string {
  const run = policies.length === 1 ? "1 policy" : `${policies.length} policies`;
  const when =
    days === 0
      ? ""
      : days === 1
        ? `, on ${firstDay}`
        : `, ${days} days (${firstDay} to ${lastDay})`;
  return `${run} with online results${when}, compared with ${baseline}`;
}

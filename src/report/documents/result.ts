import type { Result, VerdictWord } from "../../evaluate/conclude/result.js";
import { chapter, type ReportDocument } from "../document.js";
import { resultElements } from "../elements/index.js";
import type { ReportedResult, Truth } from "../source.js";
import { withhold } from "../withhold.js";
import { describeSize } from "../words/log-size.js";
import { verdictWords } from "../words/names.js";
import { mapStrings, printable } from "../words/printable.js";

/** A result as a document, with known answers where there are any. */
export function resultDocument(
  result: Result,
  truth?: readonly Truth[],
  title?: string,
): ReportDocument {
  return documentOf(truth === undefined ? result : { ...result, truth }, title);
}

const documentOf = (result: ReportedResult, title?: string): ReportDocument => ({
  hindcast: result.hindcast,
  title: title ?? describeTally(result),
  lead: `What the policies would have earned, from what was logged. ${describeSize(result.log)}`,
  chapters: [chapter(resultElements, withhold(result))],
  json: result,
  printable: () => documentOf(mapStrings(result, printable), title && printable(title)),
});

/** "1 better, 2 cannot tell" */
function describeTally({ verdicts }: Result): string {
  const order: readonly VerdictWord[] = ["better", "worse", "cannotTell", "doNotTrust"];
  const counted = order.flatMap((word) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count === 0 ? [] : [`${count} ${verdictWords[word]}`];
  });
  return counted.length === 0 ? "No verdict" : counted.join(", ");
}

import type { Result } from "../../evaluate/conclude/result.js";
import { chapter, type ReportDocument } from "../document.js";
import { resultElements } from "../elements/index.js";
import type { Extras, Truth } from "../source.js";
import { resultTables } from "../tables/index.js";
import { withhold } from "../withhold.js";
import { conclusionTitle } from "../words/conclusion.js";
import { describeSize } from "../words/log-size.js";
import { mapStrings, printable } from "../words/printable.js";

/** A result as a document, with known answers where there are any. */
export function resultDocument(
  result: Result,
  truth?: readonly Truth[],
  title?: string,
): ReportDocument {
  return documentOf(result, { ...(truth && { truth }), ...(title && { title }) });
}

const documentOf = (result: Result, extras: Extras): ReportDocument => ({
  hindcast: result.hindcast,
  title: extras.title ?? titleOf(result),
  lead: `What the policies would have earned, estimated from the log. ${describeSize(result.log)}`,
  get chapters() {
    return [chapter(resultElements, withhold({ ...result, ...extras }))];
  },
  json: extras.truth === undefined ? result : { ...result, truth: extras.truth },
  tables: Object.fromEntries(
    resultTables.map(({ name, table }) => [name, () => table(withhold({ ...result, ...extras }))]),
  ),
  printable: () => documentOf(mapStrings(result, printable), mapStrings(extras, printable)),
});

const titleOf = ({ verdicts }: Result): string =>
  verdicts.length === 0 ? "No verdict" : conclusionTitle(verdicts);

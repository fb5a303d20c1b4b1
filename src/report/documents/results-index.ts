import { counted } from "../../numeric/show-number.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { indexElements } from "../elements/index.js";
import { keptResult, type NamedInput } from "../kept-result.js";
import { type ResultsIndex, studiesOverDays, type UnreadResult } from "../studies-over-days.js";
import { mapStrings, printable } from "../words/printable.js";

/** The results of a folder as one document, and the files that hold none. */
export const resultsIndexDocument = (
  inputs: readonly NamedInput[],
  unread: readonly UnreadResult[],
  title?: string,
): ReportDocument =>
  documentOf({ hindcast: version, results: inputs.map(keptResult), unread }, title);

function documentOf(index: ResultsIndex, title: string | undefined): ReportDocument {
  const studies = studiesOverDays(index);
  return {
    hindcast: index.hindcast,
    title:
      title ?? `${counted(index.results.length, "result")} of ${counted(studies.length, "study")}`,
    lead: "Results of past days, newest first. Results that compare the same policies by the same rewards against the same baseline are one study.",
    chapters: [
      chapter(indexElements.before, index),
      ...studies.map((study) =>
        chapter(indexElements.study, study, { id: study.id, text: study.name }),
      ),
      chapter(indexElements.after, index),
    ],
    json: index,
    printable: () => documentOf(mapStrings(index, printable), title && printable(title)),
  };
}

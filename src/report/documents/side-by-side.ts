import { counted } from "../../numeric/show-number.js";
import { chapter, type ReportDocument } from "../document.js";
import { sideBySideElements } from "../elements/index.js";
import type { NamedInput } from "../kept-result.js";
import { type SideBySide, sideBySide } from "../side-by-side.js";
import { mapStrings, printable } from "../words/printable.js";

/** Several results as one document: their verdicts comparison by comparison, and what differs between their studies. */
export const sideBySideDocument = (inputs: readonly NamedInput[], title?: string): ReportDocument =>
  documentOf(sideBySide(inputs), title);

function documentOf(compared: SideBySide, title: string | undefined): ReportDocument {
  const { hindcast, results, lines } = compared;
  const count = lines.filter((line) => line.compared === "other").length;
  const many = counted(results.length, "result");
  return {
    hindcast,
    title:
      title ??
      (count === 0
        ? `${many}: no verdict differs`
        : `${many}: the verdicts of ${counted(count, "comparison")} differ`),
    lead: `${results.map(({ file }) => file).join(", ")}, side by side.`,
    chapters: [chapter(sideBySideElements, compared)],
    json: compared,
    printable: () => documentOf(mapStrings(compared, printable), title && printable(title)),
  };
}

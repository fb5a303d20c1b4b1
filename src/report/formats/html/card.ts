import { inOrder, type Part, type ReportDocument } from "../../document.js";
import { formatHtml } from "./html.js";

/** Bytes: a notebook keeps the outputs of all its cells. */
const most = 40_000;
/** With more a page has links, which lead out of the frame of a notebook. */
const mostParts = 3;

/**
 * What of a document's page is to be read first, as a page of at most 40 kB: what stands open there, as far as it
 * has room. For a notebook, which shows it in a frame.
 */
export function formatCard(document: ReportDocument): string {
  const printed = document.printable();
  const all = printed.chapters.flatMap(({ heading, parts }) =>
    inOrder(parts, "html")
      .filter(isOpen)
      .map((part) => ({ heading, parts: [part] })),
  );
  for (let count = Math.min(all.length, mostParts); ; count--) {
    const card = formatHtml(withChapters(printed, all.slice(0, count)));
    if (count <= 1 || new TextEncoder().encode(card).length <= most) return card;
  }
}

const isOpen = ({ shown }: Part): boolean => shown !== null && (shown.summary() ?? null) === null;

function withChapters(
  document: ReportDocument,
  chapters: ReportDocument["chapters"],
): ReportDocument {
  const card: ReportDocument = { ...document, chapters, printable: () => card };
  return card;
}

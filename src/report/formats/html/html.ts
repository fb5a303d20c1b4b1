import { type Chapter, inOrder, type Part, type ReportDocument } from "../../document.js";
import { html, type Markup } from "./markup.js";
import { page } from "./page.js";
import { baseStyle } from "./style.js";

/**
 * A document as one HTML file: no script, nothing fetched, light and dark by the reader's setting. Names
 * from the log and the study are escaped, and shown on one line.
 */
export function formatHtml(document: ReportDocument): string {
  const { hindcast, title, lead, chapters } = document.printable();
  const styles = chapters.flatMap(({ parts }) => parts.map(({ style }) => style ?? ""));
  return page({
    hindcast,
    title,
    lead,
    style: [...new Set([baseStyle, ...styles])].join(""),
    sections: chapters.flatMap(sectionsOf),
  });
}

function sectionsOf({ heading, parts }: Chapter): readonly Markup[] {
  const ordered = inOrder(parts, "html");
  if (heading === null) {
    return ordered.flatMap((part) =>
      markupOf(part).map((body) =>
        part.title === null ? body : section(part.name, part.title, [body]),
      ),
    );
  }
  const bodies = ordered.flatMap((part) =>
    markupOf(part).map((body) =>
      part.title === null ? body : html`<h3>${part.title}</h3>\n${body}`,
    ),
  );
  return [section(heading.id, heading.text, bodies)];
}

/** None where the element does not apply, or has nothing for the page. */
function markupOf({ shown }: Part): readonly Markup[] {
  const body = shown?.html() ?? null;
  return body === null ? [] : [body];
}

const section = (id: string, title: string, bodies: readonly Markup[]): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${bodies.map((body) => html`\n${body}`)}</section>`;

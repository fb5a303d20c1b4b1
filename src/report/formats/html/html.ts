import { figureStyle, type Plotter } from "../../charts/plotter.js";
import {
  type Chapter,
  hasFigures,
  inOrder,
  type Part,
  type ReportDocument,
} from "../../document.js";
import type { FormatOptions } from "../format.js";
import { html, type Markup } from "./markup.js";
import { baseStyle } from "./style.js";

/**
 * A document as one HTML file: no script, nothing fetched, light and dark by the reader's setting. Names
 * from the log and the study are escaped, and shown on one line. Figures need a plotter (`hasFigures`).
 */
export function formatHtml(document: ReportDocument, { plotter }: FormatOptions = {}): string {
  const { hindcast, title, lead, chapters } = document.printable();
  const isDrawn = plotter !== undefined && hasFigures(document);
  const styles = chapters.flatMap(({ parts }) => parts.map(({ style }) => style ?? ""));
  return page({
    hindcast,
    title,
    lead,
    style: [...new Set([baseStyle, ...styles, isDrawn ? figureStyle : ""])].join(""),
    sections: chapters.flatMap((chapter) => sectionsOf(chapter, plotter)),
  });
}

function sectionsOf({ heading, parts }: Chapter, plotter?: Plotter): readonly Markup[] {
  const ordered = inOrder(parts, "html");
  if (heading === null) {
    return ordered.flatMap((part) =>
      markupOf(part, plotter).map((body) =>
        part.title === null ? body : section(part.name, part.title, [body]),
      ),
    );
  }
  const bodies = ordered.flatMap((part) =>
    markupOf(part, plotter).map((body) =>
      part.title === null ? body : html`<h3>${part.title}</h3>\n${body}`,
    ),
  );
  return [section(heading.id, heading.text, bodies)];
}

/** None where the element does not apply, or has nothing for the page. */
function markupOf({ shown }: Part, plotter?: Plotter): readonly Markup[] {
  const body = shown?.html() ?? null;
  const drawn = plotter === undefined ? [] : (shown?.figures?.(plotter.library) ?? []);
  const figures = drawn.map((figure) => plotter?.draw(figure));
  if (figures.length > 0) return [html`<div class="figures">${figures}</div>${body}`];
  return body === null ? [] : [body];
}

const section = (id: string, title: string, bodies: readonly Markup[]): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${bodies.map((body) => html`\n${body}`)}</section>`;

interface Page {
  readonly hindcast: string;
  /** The window's title and the page's heading. */
  readonly title: string;
  readonly lead: string;
  readonly style: string;
  readonly sections: readonly Markup[];
}

function page({ hindcast, title, lead, style, sections }: Page): string {
  // The style is ours and holds quotation marks, which escaping would break.
  const styleMarkup: Markup = { markup: style };
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="hindcast ${hindcast}">
<title>${title} · Hindcast</title>
<style>${styleMarkup}</style>
</head>
<body>
<main>
<header><h1>${title}</h1>
<p>${wholeFlags(lead)}</p></header>
${sections.map((section) => html`${section}\n`)}</main>
</body>
</html>`.markup
  }\n`;
}

/** A command's flags are not parted after their hyphens. */
const wholeFlags = (text: string): readonly Markup[] =>
  text
    .split(/(?<= )(--[a-z-]+)/)
    .map((part, at) =>
      at % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`,
    );

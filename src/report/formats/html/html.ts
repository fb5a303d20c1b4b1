import { figureStyle } from "../../charts/plotter.js";
import { hasFigures, type ReportDocument } from "../../document.js";
import type { FormatOptions } from "../format.js";
import { html, type Markup } from "./markup.js";
import { sectionsOf } from "./sections.js";
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
    sections: sectionsOf(chapters, plotter),
  });
}

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

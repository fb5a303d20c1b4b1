import { figureStyle } from "../../charts/plotter.js";
import { hasFigures, type ReportDocument } from "../../document.js";
import type { FormatOptions, LivePart } from "../format.js";
import { html, type Markup } from "./markup.js";
import { sectionsOf } from "./sections.js";
import { baseStyle } from "./style.js";

/**
 * A document as one HTML file: no script but a `live` one, nothing fetched, light and dark by the reader's setting. Names
 * from the log and the study are escaped, and shown on one line. Figures need a plotter (`hasFigures`).
 */
export function formatHtml(document: ReportDocument, options: FormatOptions = {}): string {
  return page(partsOf(document, options), options.live);
}

/** The title of a document's page, and the markup of what it shows: what a live page puts in place of its own. */
export function formatMain(document: ReportDocument): Record<"title" | "main", string> {
  const parts = partsOf(document, {});
  return { title: windowTitle(parts), main: mainOf(parts).markup };
}

function partsOf(document: ReportDocument, { plotter }: FormatOptions): Page {
  const { hindcast, title, lead, chapters } = document.printable();
  const isDrawn = plotter !== undefined && hasFigures(document);
  const styles = chapters.flatMap(({ parts }) => parts.map(({ style }) => style ?? ""));
  return {
    hindcast,
    title,
    lead,
    style: [...new Set([baseStyle, ...styles, isDrawn ? figureStyle : ""])].join(""),
    sections: sectionsOf(chapters, plotter),
  };
}

interface Page {
  readonly hindcast: string;
  /** The window's title and the page's heading. */
  readonly title: string;
  readonly lead: string;
  readonly style: string;
  readonly sections: readonly Markup[];
}

function page(parts: Page, live?: LivePart): string {
  const { hindcast, style } = parts;
  const main = mainOf(parts);
  const weight = live?.weight(style.length + main.markup.length);
  // The style is ours and holds quotation marks, which escaping would break.
  const styleMarkup: Markup = { markup: style };
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policyOf(live)}">
<meta name="generator" content="hindcast ${hindcast}">
<title>${windowTitle(parts)}</title>
<style>${styleMarkup}</style>
</head>
<body>
<main>
${main}</main>
${
  weight &&
  html`<footer class="note">This page contains everything it shows and loads nothing: ${weight}.</footer>
`
}${live && scriptsOf(live)}</body>
</html>`.markup
  }\n`;
}

const windowTitle = ({ title }: Page): string => `${title} · Hindcast`;

const mainOf = ({ title, lead, sections }: Page): Markup =>
  html`<header><h1>${title}</h1>
<p>${wholeFlags(lead)}</p></header>
${sections.map((section) => html`${section}\n`)}`;

/** What a page may load: nothing, but for the one script, and workers and pictures that it makes itself. */
const policyOf = (live: LivePart | undefined): Markup => ({
  markup: [
    "default-src 'none'; style-src 'unsafe-inline'",
    ...(live === undefined
      ? []
      : [`script-src 'sha256-${live.hash}'`, "worker-src blob:", "img-src blob:"]),
  ].join("; "),
});

function scriptsOf({ blocks, script }: LivePart): Markup {
  const data = Object.entries(blocks).map(([name, text]) => {
    const block: Markup = { markup: text };
    return html`<script type="text/plain" id="hindcast-${name}">${block}</script>\n`;
  });
  const code: Markup = { markup: script };
  return html`${data}<script>${code}</script>\n`;
}

/** A command's flags are not parted after their hyphens. */
const wholeFlags = (text: string): readonly Markup[] =>
  text
    .split(/(?<= )(--[a-z-]+)/)
    .map((part, at) =>
      at % 2 === 0 ? html`${part}` : html`<span style="white-space:nowrap">${part}</span>`,
    );

import { html, type Markup } from "./markup.js";

/** What a page shows, and which release made it. */
export interface Page {
  readonly hindcast: string;
  /** The window's title and the page's heading. */
  readonly title: string;
  readonly lead: string;
  readonly style: string;
  readonly sections: readonly Markup[];
}

/** A page in one file: no script, and nothing that it may fetch. */
export function page({ hindcast, title, lead, style, sections }: Page): string {
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

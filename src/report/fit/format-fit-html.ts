import type { FitResult } from "../../evaluate/fit.js";
import { html, type Markup } from "../html/markup.js";
import { style } from "../html/style.js";
import { capital } from "../say/capital.js";
import { feedWords } from "../say/words.js";
import { feedSection } from "./feed-section.js";
import type { FitDrawOptions } from "./fit-format.js";
import { fitReading } from "./fit-reading.js";
import { fitStyle } from "./fit-style.js";
import { printableFit } from "./printable-fit.js";
import { sayFitLog } from "./say-feed.js";

/**
 * What a log says of its position bias as one HTML file: no script, nothing fetched, light and dark by the
 * reader's setting; the numbers of every picture are in a table, too.
 */
export function formatFitHtml(
  given: FitResult,
  { confidence = 0.95 }: FitDrawOptions = {},
): string {
  const result = printableFit(given);
  const title = sayKeptModels(result);
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="hindcast ${result.hindcast}">
<title>${title} · Hindcast</title>
<style>${styleMarkup}</style>
</head>
<body>
<main>
<header><h1>${title}</h1>
<p>How likely an item is viewed at each displayed rank, from how deep trajectories went. ${sayFitLog(result)}</p></header>
${result.feeds.map((feed, at) => feedSection(feed, at, confidence))}
${fitReading()}
<p class="quiet">Hindcast ${result.hindcast}</p>
</main>
</body>
</html>`.markup
  }\n`;
}

// The style is ours and holds quotation marks, which escaping would break.
const styleMarkup: Markup = { markup: `${style}${fitStyle}` };

/** "Position bias: yuleSimon (feed home), no curve (feed search)" */
function sayKeptModels({ feeds }: FitResult): string {
  const said = feeds.map(({ feed, kept }) => {
    const model = "code" in kept ? "no curve" : kept.fit.model;
    const where = feedWords(feed);
    return where === null ? model : `${model} (${where})`;
  });
  return capital(`position bias: ${said.length > 4 ? `${said.length} feeds` : said.join(", ")}`);
}

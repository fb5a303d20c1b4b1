import type { FitResult } from "../../evaluate/fit.js";
import { html } from "../html/markup.js";
import { page } from "../html/page.js";
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
  return page({
    hindcast: result.hindcast,
    title: sayKeptModels(result),
    lead: `How likely an item is viewed at each displayed rank, from how deep trajectories went. ${sayFitLog(result)}`,
    style: `${style}${fitStyle}`,
    sections: [
      result.feeds.map((feed, at) => feedSection(feed, at, confidence)),
      fitReading(),
      html`<p class="quiet">Hindcast ${result.hindcast}</p>`,
    ],
  });
}

/** "Position bias: yuleSimon (feed home), no curve (feed search)" */
function sayKeptModels({ feeds }: FitResult): string {
  const said = feeds.map(({ feed, kept }) => {
    const model = "code" in kept ? "no curve" : kept.fit.model;
    const where = feedWords(feed);
    return where === null ? model : `${model} (${where})`;
  });
  return capital(`position bias: ${said.length > 4 ? `${said.length} feeds` : said.join(", ")}`);
}

import type { FitResult } from "../../evaluate/fit.js";
import { fitResultToJson } from "../../evaluate/fit-to-json.js";
import { capital } from "../../plain-line.js";
import { chapter, type ReportDocument } from "../document.js";
import { fitElements } from "../elements/index.js";
import { describeFeed, describeFitLog } from "../words/feed.js";
import { feedWords } from "../words/names.js";
import { mapStrings, printable } from "../words/printable.js";

/** A fit of the log's position bias as a document; its JSON is what `curve: { file: … }` reads. */
export const fitDocument = (fit: FitResult): ReportDocument => ({
  hindcast: fit.hindcast,
  title: describeModels(fit),
  lead: `The probability that an item is viewed at each displayed rank, from how deep trajectories went. ${describeFitLog(fit)}`,
  chapters: [
    chapter(fitElements.before, fit),
    ...fit.feeds.map((feed, at) =>
      chapter(
        fitElements.feed,
        { ...feed, confidence: fit.confidence },
        { id: `feed-${at + 1}`, text: describeFeed(feed.feed) },
      ),
    ),
    chapter(fitElements.after, fit),
  ],
  json: fitResultToJson(fit),
  printable: () => fitDocument(mapStrings(fit, printable)),
});

/** "Position bias: yuleSimon (feed home), no curve (feed search)" */
function describeModels({ feeds }: FitResult): string {
  const named = feeds.map(({ feed, kept }) => {
    const model = "code" in kept ? "no curve" : kept.fit.model;
    const where = feedWords(feed);
    return where === null ? model : `${model} (${where})`;
  });
  return capital(`position bias: ${named.length > 4 ? `${named.length} feeds` : named.join(", ")}`);
}

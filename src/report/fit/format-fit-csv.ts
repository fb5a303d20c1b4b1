import type { FitResult, FittedFeed } from "../../evaluate/fit.js";
import { fitters } from "../../fitting/index.js";
import { type CsvCell, csvLine } from "../csv/csv-line.js";
import { drawnCurves } from "./drawn-curves.js";

const models = fitters.map(({ name }) => name).filter((name) => name !== "table");
const columns = ["feed", "rank", "atRisk", "stops", "hazard", "p", "se", "kept", ...models];

/**
 * The curves by feed and rank as one CSV table (RFC 4180, CRLF): what was measured, then P(V=1|R)
 * by the kept curve and by each model.
 */
export function formatFitCsv({ feeds }: FitResult): string {
  return [columns, ...feeds.flatMap(rowsOf)].map(csvLine).join("");
}

function rowsOf(feed: FittedFeed): readonly (readonly CsvCell[])[] {
  const curves = drawnCurves(feed, feed.empirical.length);
  const kept = curves.find(({ isKept }) => isKept);
  return feed.empirical.map(({ rank, atRisk, stops, hazard, p, se }) => [
    ...[feed.feed, rank, atRisk, stops, hazard, p, se, kept?.p[rank - 1]],
    ...models.map((name) => curves.find(({ model }) => model === name)?.p[rank - 1]),
  ]);
}

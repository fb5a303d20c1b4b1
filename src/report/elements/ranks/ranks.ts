import type { FittedFeed } from "../../../evaluate/fit.js";
import { showCount, showStatistic } from "../../../numeric/show-number.js";
import { type DrawnCurve, drawnCurves } from "../../charts/drawn-curves.js";
import { shownRanks } from "../../charts/shown-ranks.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { type Grid, numeric } from "../../formats/grid.js";
import type { ReportedFeed } from "../../source.js";
import { isMeasured } from "../../words/measured.js";

interface View {
  readonly feed: FittedFeed;
  /** The kept one first. */
  readonly curves: readonly DrawnCurve[];
  /** As many ranks as a table of a page can hold. */
  readonly shown: ReadonlySet<number>;
}

export const ranks: Element<ReportedFeed> = defineElement({
  name: "ranks",
  title: null,
  view: (feed): View | null => {
    if (feed.empirical.length === 0) return null;
    const curves = drawnCurves(feed).toSorted((a, b) => Number(b.isKept) - Number(a.isKept));
    return { feed, curves, shown: new Set(shownRanks(feed.empirical.length)) };
  },
  body: (view) => [rankGrid(view)],
  csv: {
    columns: ["feed", "rank", "atRisk", "stops", "hazard", "p", "se", "kept"],
    rows: csvRows,
  },
  derived: ({ feed, shown }) => [shown.size, feed.empirical.length],
});

function rankGrid({ feed, curves, shown }: View): Grid {
  const names = curves.map(({ model, isKept }) => (isKept ? `${model} (kept)` : model));
  return {
    caption: "Measured and fitted, by displayed rank",
    isOfPage: true,
    folded: `The numbers by rank: ${shown.size} of ${feed.empirical.length}`,
    columns: numeric("rank", "at risk", "stops", "hazard", "measured p", "SE", ...names),
    rows: feed.empirical
      .filter(({ rank }) => shown.has(rank))
      .map(({ rank, atRisk, stops, hazard, p, se }) => [
        ...[String(rank), showCount(atRisk), showCount(stops), orDash(hazard), orDash(p)],
        ...[orDash(se), ...curves.map((curve) => orDash(curve.p[rank - 1] ?? null))],
      ]),
  };
}

const orDash = (value: number | null): string => (value === null ? "–" : showStatistic(value));

/** A column for every model that has a parameter, also where it could not be fitted. */
function csvRows({ feed, curves }: View): readonly CsvRow[] {
  const kept = curves.find(({ isKept }) => isKept);
  const models = feed.rows.map(({ model }) => model).filter((model) => !isMeasured(model));
  return feed.empirical.map(({ rank, atRisk, stops, hazard, p, se }) => {
    const at = (curve: DrawnCurve | undefined): number | null => curve?.p[rank - 1] ?? null;
    const fitted = models.map((name) => [name, at(curves.find(({ model }) => model === name))]);
    const cells = { feed: feed.feed, rank, atRisk, stops, hazard, p, se, kept: at(kept) };
    return { ...cells, ...Object.fromEntries(fitted) };
  });
}

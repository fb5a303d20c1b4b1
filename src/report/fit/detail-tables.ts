import type { FittedFeed } from "../../evaluate/fit.js";
import { html, type Markup } from "../html/markup.js";
import { scrollingTable } from "../html/scrolling-table.js";
import { sayCount, sayStatistic } from "../say/number.js";
import { drawnCurves } from "./drawn-curves.js";
import { sayDriftDays } from "./say-drift.js";
import { shownRanks } from "./shown-ranks.js";

const numeric = (name: string) => ({ name, numeric: true });

/** The days one by one, folded away. */
export function driftTable(feed: FittedFeed): Markup | null {
  const days = sayDriftDays(feed);
  if (days.length === 0) return null;
  const headings = [
    { name: "Day" },
    ...["Trajectories", "Parameter", "SE", "|Δlog p| at rank"].map(numeric),
  ];
  const rows = days.map(({ day, trajectories, parameter, value, se, gap, none }) => {
    const who = html`<th scope="row">${day}</th><td class="number">${trajectories}</td>`;
    return none === null
      ? html`
<tr>${who}<td class="number">${parameter} ${value}</td><td class="number">${se}</td><td class="number">${gap}</td></tr>`
      : html`
<tr>${who}<td class="none" colspan="3">${none}</td></tr>`;
  });
  return html`<details><summary>Day by day: ${days.length}</summary>${scrollingTable("The curve of each day by itself", headings, rows)}</details>`;
}

/** The numbers of the pictures, folded away. */
export function rankTable(feed: FittedFeed): Markup | null {
  const shown = new Set(shownRanks(feed.empirical.length));
  if (shown.size === 0) return null;
  const curves = drawnCurves(feed, feed.empirical.length).toSorted(
    (a, b) => Number(b.isKept) - Number(a.isKept),
  );
  const names = curves.map(({ model, isKept }) => (isKept ? `${model} (kept)` : model));
  const headings = ["Rank", "At risk", "Stops", "Hazard", "Measured p", "SE", ...names];
  const rows = feed.empirical
    .filter(({ rank }) => shown.has(rank))
    .map(({ rank, atRisk, stops, hazard, p, se }) => {
      const cells = [
        ...[sayCount(atRisk), sayCount(stops), said(hazard), said(p), said(se)],
        ...curves.map((curve) => said(curve.p[rank - 1] ?? null)),
      ];
      return html`
<tr><th scope="row" class="number">${rank}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`;
    });
  return html`<details><summary>The numbers by rank: ${shown.size} of ${feed.empirical.length}</summary>${scrollingTable("Measured and fitted, by displayed rank", headings.map(numeric), rows)}</details>`;
}

const said = (value: number | null): string => (value === null ? "–" : sayStatistic(value));

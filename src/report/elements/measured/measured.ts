import { leastAtRisk } from "../../../fitting/index.js";
import { lineStyle } from "../../charts/drawn-curves.js";
import { defineElement, type Element } from "../../element.js";
import type { ReportedFeed } from "../../source.js";
import { chartMarkup } from "./charts.js";
import { plotLines } from "./plots.js";

/** What was measured at every rank, and the fitted curves, as pictures; none of a single rank. */
export const measured: Element<ReportedFeed> = defineElement({
  name: "measured",
  title: null,
  after: { text: "models" },
  tabled: "ranks",
  style: lineStyle,
  view: (feed: ReportedFeed) => (feed.empirical.length < 2 ? null : feed),
  html: chartMarkup,
  text: (feed, style) => [{ lines: plotLines(feed, style), isPicture: true }],
  // The last rank, "± 2 SE", and the views below which a point is hollow.
  derived: ({ empirical }) => [1, 2, empirical.length, leastAtRisk],
});

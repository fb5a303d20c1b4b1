import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import type { ReportedFeed } from "../../source.js";
import { type DriftDayView, type DriftView, describeDrift } from "./drift-view.js";

/** Whether the recommended curve moves over days, and the days one by one. */
export const drift: Element<ReportedFeed> = defineElement({
  name: "drift",
  title: "Drift over days",
  view: describeDrift,
  body: ({ sentences, days }: DriftView) => [
    { title: "Drift over days", sentences },
    ...(days.length === 0 ? [] : [dayGrid(days)]),
  ],
  markdown: ({ sentences }) =>
    sentences.map((sentence) => `- ${markdownText(`Over days: ${sentence}`)}`),
  derived: ({ days, derived }) => [days.length, ...derived],
});

/** The days one by one, folded away. */
const dayGrid = (days: readonly DriftDayView[]): Grid => ({
  caption: "The curve of each day by itself",
  isOfPage: true,
  folded: `Day by day: ${days.length}`,
  columns: [...texts("day"), ...numeric("trajectories", "parameter", "SE", "|Δlog p| at rank")],
  rows: days.map(({ day, trajectories, parameter, value, se, gap, none }) =>
    none === null
      ? [day, trajectories, `${parameter} ${value}`, se, gap]
      : { cells: [day, trajectories], instead: none },
  ),
});

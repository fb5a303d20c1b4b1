import { defineElement, type Element, type Medium } from "../../element.js";
import type { Block } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";
import { type DecisionView, describeDecision } from "../../words/decision-view.js";
import { acrossGrid, decisionBlocks, pageGrids, stepWords } from "./matrix.js";
import { summaryBlocks } from "./summary-blocks.js";

export const decision: Element<ReportedResult> = defineElement({
  name: "decision",
  title: "Decision",
  brief: true,
  view: describeDecision,
  body: (view, { format, brief }) =>
    brief === true && format === "markdown" ? summaryBlocks(view) : blocksOf(view, format),
  text: decisionBlocks,
  derived: ({ percentages, truth, rows, open, next }) => [
    ...next.flatMap(({ numbers }) => numbers),
    ...percentages,
    ...(truth?.numbers ?? []),
    ...Array.from({ length: counts(rows, open) }, (_, count) => count),
    ...open.map(({ lines }) => lines),
  ],
});

const blocksOf = (view: DecisionView, format: Medium["format"]): readonly Block[] => [
  ...((format === "html" ? view.isTitle : view.isShort)
    ? []
    : [{ sentences: [view.conclusion], isStrong: true }]),
  ...[...(view.truth === null ? [] : [view.truth.sentence]), ...view.online].map((sentence) => ({
    sentences: [sentence],
  })),
  ...(format === "html" ? [] : [acrossGrid(view)]),
  { sentences: ["What to do next:"], isStrong: true },
  { sentences: view.next.map(stepWords), isList: true },
  ...(format === "html" ? pageGrids(view) : []),
];

const counts = (rows: DecisionView["rows"], open: DecisionView["open"]): number =>
  Math.max(rows.flatMap(({ cells }) => cells).length, open.length) + 1;

import { defineElement, type Element } from "../../element.js";
import type { ReportedResult } from "../../source.js";
import { describeDecision } from "../../words/decision-view.js";
import { acrossGrid, decisionBlocks, pageGrids, stepWords } from "./matrix.js";

export const decision: Element<ReportedResult> = defineElement({
  name: "decision",
  title: "Decision",
  brief: true,
  view: describeDecision,
  body: (view, { format }) => [
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
  ],
  text: decisionBlocks,
  derived: ({ percentages, truth, rows, open, next }) => [
    ...next.flatMap(({ numbers }) => numbers),
    ...percentages,
    ...(truth?.numbers ?? []),
    ...Array.from({ length: rows.flatMap(({ cells }) => cells).length + 1 }, (_, count) => count),
    ...open.map(({ lines }) => lines),
  ],
});

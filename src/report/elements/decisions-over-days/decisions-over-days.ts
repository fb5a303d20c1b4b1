import { counted, showCount } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, texts } from "../../formats/grid.js";
import type { KeptResult } from "../../kept-result.js";
import { type StudyOverDays, spanOf } from "../../studies-over-days.js";
import { pageLink } from "../../words/page-link.js";

export const decisionsOverDays: Element<StudyOverDays> = defineElement({
  name: "decisions-over-days",
  title: "Decisions",
  view: (study: StudyOverDays) => (study.results.length === 0 ? null : study),
  body: (study, { format }) => [gridOf(study, format === "html")],
  csv: {
    columns: [
      "row",
      "study",
      "file",
      "firstDay",
      "lastDay",
      "trajectories",
      "conclusion",
      "hindcast",
    ],
    rows: ({ name, results }) =>
      results.map(({ file, firstDay, lastDay, trajectories, conclusion, hindcast }) => ({
        ...{ row: "result", study: name, file, firstDay, lastDay, trajectories },
        ...{ conclusion, hindcast },
      })),
  },
  derived: ({ hindcast, results }) => [othersOf(hindcast, results).length],
});

const othersOf = (hindcast: string, results: readonly KeptResult[]): readonly KeptResult[] =>
  results.filter((result) => result.hindcast !== hindcast);

/** The page has the study's name above it. */
function gridOf({ name, hindcast, results }: StudyOverDays, isNamed: boolean): Grid {
  const others = othersOf(hindcast, results);
  return {
    title: "Decisions",
    caption: isNamed ? "by the days of the log" : name,
    columns: [
      ...texts("days", "result"),
      { header: "trajectories", numeric: true, spare: 1 },
      { header: "decision" },
      { header: "Hindcast", spare: 2 },
    ],
    rows: results.map((result) => [
      spanOf(result) || "–",
      { text: result.file, ...pageLink(result.page) },
      showCount(result.trajectories),
      result.conclusion,
      result.hindcast === hindcast ? "" : result.hindcast,
    ]),
    notes: others.length === 0 ? [] : [noteOf(others.map((result) => result.hindcast))],
  };
}

function noteOf(versions: readonly string[]): string {
  const named = [...new Set(versions)].join(", ");
  const which = versions.length === 1 ? "is of another version" : "are of other versions";
  return `${counted(versions.length, "result")} ${which} of Hindcast (${named}): differences between results of two versions may come from the versions. Saved tallies are evaluated again by this one.`;
}

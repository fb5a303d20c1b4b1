import { showCount } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import {
  type ResultsIndex,
  type StudyOverDays,
  spanOf,
  studiesOverDays,
} from "../../studies-over-days.js";

export const keptStudies: Element<ResultsIndex> = defineElement({
  name: "kept-studies",
  title: "Studies",
  view: (index: ResultsIndex) => (index.results.length === 0 ? null : studiesOverDays(index)),
  body: (studies) => [gridOf(studies)],
  derived: (studies) => studies.map(({ results }) => results.length),
});

const gridOf = (studies: readonly StudyOverDays[]): Grid => ({
  title: "Studies",
  caption: "What the results in this folder compare, newest first",
  columns: [
    ...texts("study"),
    ...numeric("results"),
    { header: "newest" },
    { header: "conclusion", spare: 1 },
  ],
  rows: studies.map(({ id, name, results }) => {
    const [newest] = results;
    return [
      { text: name, href: `#${id}` },
      showCount(results.length),
      newest === undefined ? "" : spanOf(newest),
      newest?.conclusion ?? "",
    ];
  }),
});

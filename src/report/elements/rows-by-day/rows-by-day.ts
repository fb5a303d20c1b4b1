import { showCount } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import type { ReportedResult } from "../../source.js";

/** How many rows of single days the terminal's tables leave out. */
export const rowsByDay: Element<ReportedResult> = defineElement({
  name: "rows-by-day",
  title: null,
  view: ({ estimates, differences }) => {
    const byDay = [...estimates, ...differences].filter((row) => row.day !== null).length;
    return byDay === 0 ? null : byDay;
  },
  text: (byDay) => [{ lines: [`Rows by day (${showCount(byDay)}) are in --format json and csv.`] }],
  derived: (byDay) => [byDay],
});

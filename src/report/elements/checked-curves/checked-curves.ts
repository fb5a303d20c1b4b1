import type { CheckReport } from "../../../evaluate/check.js";
import { defineElement, type Element } from "../../element.js";
import { describeCurves } from "../../words/curve-view.js";

export const checkedCurves: Element<CheckReport> = defineElement({
  name: "checked-curves",
  title: "Position bias",
  view: (report) => {
    const views = describeCurves(report);
    return views.length === 0 ? null : views;
  },
  body: (views) => [
    { title: "Position bias", sentences: views.map(({ sentence }) => sentence), isList: true },
  ],
  derived: (views) => views.map(({ ranks }) => ranks),
});

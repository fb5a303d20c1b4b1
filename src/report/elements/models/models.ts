import { defineElement, type Element } from "../../element.js";
import type { ReportedFeed } from "../../source.js";
import { describeModels } from "../../words/fit-models.js";
import { intervalName } from "../../words/interval.js";
import { describeNote } from "../../words/model-notes.js";
import { modelGrids } from "./model-tables.js";

/** The models of a feed side by side, and what is to be known of each. */
export const models: Element<ReportedFeed> = defineElement({
  name: "models",
  title: null,
  view: (feed: ReportedFeed) => {
    const { fitted, notes } = describeModels(feed);
    if (fitted.length === 0 && notes.length === 0) return null;
    return { fitted, notes, interval: intervalName(feed.confidence) };
  },
  body: ({ fitted, notes, interval }) => [
    ...(fitted.length === 0 ? [] : modelGrids(fitted, interval)),
    ...(notes.length === 0 ? [] : [{ sentences: notes.map(describeNote), isList: true }]),
  ],
});

import type { LogFacts } from "../../../evaluate/conclude/result.js";
import { defineElement, type Element } from "../../element.js";
import { countGrids, describeCounts, describeLog } from "../../words/log-size.js";

export const log: Element<{ readonly log: LogFacts }> = defineElement({
  name: "log",
  title: "The log",
  always: true,
  after: { text: "verdicts" },
  view: (result: { readonly log: LogFacts }) => ({
    sentences: describeLog(result.log),
    counts: describeCounts(result.log.counts, result.log.trajectories),
  }),
  body: ({ sentences, counts }, { format }) => {
    const counted = counts.map(({ name, count }) => `${name} ${count}`);
    const inline =
      format === "html" || counted.length === 0 ? [] : [`Counted: ${counted.join(", ")}.`];
    return [
      { title: "Log", sentences: [...sentences, ...inline] },
      ...(format === "html" ? countGrids(counts) : []),
    ];
  },
});

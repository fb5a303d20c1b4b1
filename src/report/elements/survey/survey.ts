import type { CheckReport } from "../../../evaluate/check.js";
import { defineElement, type Element } from "../../element.js";
import { countGrids, describeCounts, describeLog } from "../../words/log-size.js";

export const survey: Element<CheckReport> = defineElement({
  name: "survey",
  title: "The log",
  view: ({ log, counts: exact }) => {
    const sentences = log === null ? [] : describeLog(log);
    const counts = describeCounts({ ...log, counts: exact });
    return sentences.length + counts.length === 0 ? null : { sentences, counts, exact };
  },
  body: ({ sentences, counts }) => [{ title: "Log", sentences }, ...countGrids(counts)],
  csv: {
    columns: ["row", "name", "value"],
    rows: ({ exact }) =>
      Object.entries(exact).map(([name, value]) => ({ row: "count", name, value })),
  },
});

import type { BestCandidate } from "../../../evaluate/conclude/choices.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { counted, showSigned, showStatistic } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";

/** What the best of several candidates earns on buckets of users that had no part in choosing it. */
export const bestCandidates: Element<ReportedResult> = defineElement({
  name: "best-candidates",
  title: "The best of several candidates",
  view: ({ best = [] }: ReportedResult) => (best.length === 0 ? null : best),
  summary: (rows) =>
    `its difference on users it was not chosen on, ${counted(rows.length, "comparison")}`,
  body: (rows) => [gridOf(rows)],
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "reward", "feed", "value"],
      ...["candidates", "heldOut", "heldOutSe", "agreed"],
    ],
    optional: ["candidates", "heldOut", "heldOutSe", "agreed"],
    rows: (rows) =>
      rows.map(({ policy, baseline, estimator, reward, feed, value, ...rest }) => {
        const { candidates, heldOut, se: heldOutSe, agreed } = rest;
        const key = { row: "best", policy, baseline, estimator, reward, feed, value };
        return { ...key, candidates, heldOut, heldOutSe, agreed };
      }),
  },
  derived: (rows) => [rows.length, ...rows.map(({ agreed }) => Math.round(100 * agreed))],
});

function gridOf(rows: readonly BestCandidate[]): Grid {
  return {
    caption: "The candidate with the best difference, and its difference on other users",
    columns: [
      ...texts("reward", "feed", "best"),
      ...numeric("of", "difference", "held out", "± SE", "chosen again"),
    ],
    rows: rows.map(({ reward, feed, policy, candidates, value, heldOut, se, agreed }) => [
      ...[reward, feed ?? "", policy, String(candidates)],
      showSigned(value, decimalsFor(se, value)),
      showSigned(heldOut, decimalsFor(se, heldOut)),
      showStatistic(se),
      `${Math.round(100 * agreed)} %`,
    ]),
    notes: [
      "Held out: on each tenth of the users, the difference of the candidate that is best on the other nine tenths. On the users that it was chosen on, the difference of the best of several is too optimistic.",
    ],
  };
}

import type { BestCandidate } from "../../../evaluate/conclude/choices.js";
import { decimalsFor, showSigned, showStatistic } from "../../../numeric/index.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import type { ReportedResult } from "../../source.js";

/** What the best of several candidates is worth on buckets of users that had no part in choosing it. */
export const bestCandidates: Element<ReportedResult> = defineElement({
  name: "best-candidates",
  title: "The best of several candidates",
  view: ({ best = [] }: ReportedResult) => (best.length === 0 ? null : best),
  html: (rows) => gridsMarkup([gridOf(rows)]),
  text: (rows, style) => gridsText([gridOf(rows)], style),
  markdown: (rows) => gridsMarkdown([gridOf(rows)]),
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
  derived: (rows) => rows.map(({ agreed }) => Math.round(100 * agreed)),
});

function gridOf(rows: readonly BestCandidate[]): Grid {
  const hasFeeds = rows.some(({ feed }) => feed !== null);
  const names = ["reward", ...(hasFeeds ? ["feed"] : []), "best"].map((header) => ({ header }));
  const numbers = ["of", "difference", "held out", "± SE", "chosen again"];
  return {
    caption: "The candidate with the best difference, and what it is worth on other users",
    columns: [...names, ...numbers.map((header) => ({ header, numeric: true }))],
    rows: rows.map(({ reward, feed, policy, candidates, value, heldOut, se, agreed }) => [
      ...[reward, ...(hasFeeds ? [feed ?? ""] : []), policy, String(candidates)],
      showSigned(value, decimalsFor(se, value)),
      showSigned(heldOut, decimalsFor(se, heldOut)),
      showStatistic(se),
      `${Math.round(100 * agreed)} %`,
    ]),
    notes: [
      "Held out: each tenth of the users measures the candidate that is the best on the other nine tenths. The best of several is optimistic where it is measured on the users that chose it.",
    ],
  };
}

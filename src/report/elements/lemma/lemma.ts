import type { LemmaCheck, Table1 } from "../../../answers/index.js";
import { showCount } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric } from "../../formats/grid.js";

const words: Readonly<Record<LemmaCheck["ideal"], string>> = {
  positive: "the ideal is above 0",
  zero: "no item has a label: the ideal is 0",
  negative: "every label is below 0: the ideal is below 0",
};

export const lemma: Element<Pick<Table1, "lemma">> = defineElement({
  name: "lemma",
  title: "One context: does nDCG order rankings as DCG does?",
  view: ({ lemma: checks }: Pick<Table1, "lemma">) => (checks.length === 0 ? null : checks),
  body: (checks) => [gridOf(checks)],
  csv: {
    columns: ["row", "ideal", "contexts", "agree", "reversed", "undefined"],
    rows: (checks) => checks.map((check) => ({ row: "lemma", ...check })),
  },
  derived: () => [0, 1, 5],
});

const gridOf = (checks: readonly LemmaCheck[]): Grid => ({
  caption: "Lemma 1 on random labels of five items and two random rankings",
  columns: [{ header: "contexts in which" }, ...numeric("drawn", "same order", "reversed", "0/0")],
  rows: checks.map(({ ideal, contexts, agree, reversed, undefined: none }) => [
    words[ideal],
    ...[contexts, agree, reversed, none].map(showCount),
  ]),
  notes: [
    "The lemma holds where the ideal is above 0. Its proof takes an ideal that is not negative, which includes 0, where nDCG is 0/0; below 0 the order of any two rankings that differ is reversed.",
  ],
});

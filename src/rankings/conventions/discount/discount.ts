import { ln, log2 } from "../../../numeric/index.js";
import type { Choice, Convention } from "../convention.js";

export interface Discount extends Choice {
  /** The weight of a rank, 1-based. */
  readonly at: (rank: number) => number;
}

/** The weight that a gain has at a rank. */
export const discount: Convention<Discount> = {
  name: "discount",
  purpose: "the weight of a rank",
  choices: [
    { name: "log2", purpose: "1/log2(rank + 1)", at: (rank) => 1 / log2(rank + 1) },
    {
      name: "late",
      purpose: "1/log2(max(rank, 2)): ranks 1 and 2 alike (Järvelin and Kekäläinen 2002, base 2)",
      at: (rank) => 1 / log2(Math.max(rank, 2)),
    },
    { name: "ln", purpose: "1/ln(rank + 1)", at: (rank) => 1 / ln(rank + 1) },
    { name: "inverse", purpose: "1/rank", at: (rank) => 1 / rank },
  ],
};

import { log2 } from "../../../numeric/index.js";
import type { Metric } from "../metric.js";
import { meanOfListed } from "../parts.js";

/** The mean self-information of a listed item, in bits: log2 of users over those who hold it. One of 4 holders has 2. */
export const novelty: Metric = {
  name: "Novelty",
  aliases: ["Surprisal"],
  purpose:
    "how rare the listed items are: the mean of log2 of users over those who hold the item, in bits",
  reference: "Zhou, Kuscsik, Liu, Medo, Wakeling and Zhang (PNAS 2010), self-information",
  reads: [],
  isLinear: false,
  most: null,
  neutral: true,
  readsItems: true,
  of: (list, terms) =>
    meanOfListed(list, terms, (holders, users) => log2(users / Math.max(1, holders))),
};

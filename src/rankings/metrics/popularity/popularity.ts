import type { Metric } from "../metric.js";
import { meanOfListed } from "../parts.js";

/** The mean share of labelled users who hold a listed item. Items that 2 and 0 of 4 users hold have popularity .25. */
export const popularity: Metric = {
  name: "Popularity",
  aliases: ["ARP"],
  purpose: "how many users hold the items that are listed, on average a share of all users",
  reference: "Yin, Cui, Li, Yao and Chen (PVLDB 2012), by shares of users",
  reads: [],
  isLinear: false,
  most: 1,
  neutral: true,
  readsItems: true,
  of: (list, terms) => meanOfListed(list, terms, (holders, users) => holders / users),
};

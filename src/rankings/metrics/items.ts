import { log2 } from "../../numeric/elementary/log-in-base.js";
import type { Metric, Terms, UserList } from "./metric.js";
import { meanOfListed } from "./parts.js";

/** The share of the items of the labels that some user's list holds. Lists {a, b} and {b, c} of 4 items cover .75. */
export const coverage: Metric = {
  name: "Coverage",
  aliases: ["CatalogCoverage"],
  purpose: "the share of the items of the labels that any list holds",
  reference:
    "Ge, Delgado-Battenfeld and Jannach (RecSys 2010), catalog coverage; its error: Heltshe and Forrester (Biometrics 1983)",
  reads: [],
  isLinear: false,
  most: 1,
  neutral: true,
  readsItems: true,
  of: (list, terms) => coveredBy([list], terms).value,
  ofAll: coveredBy,
};

/** Without a user the lists lose the items that this user's list alone holds. */
function coveredBy(
  lists: readonly UserList[],
  { cutoff }: Terms,
): { readonly value: number; readonly without: Float64Array } {
  const items = lists.find(({ listed }) => listed)?.listed?.catalogue.items ?? 0;
  const holder = new Int32Array(items).fill(-1);
  const without = new Float64Array(lists.length);
  let covered = 0;
  lists.forEach(({ listed }, user) => {
    const places = listed?.items ?? new Int32Array(0);
    for (let rank = 0; rank < places.length && rank < cutoff; rank++) {
      const item = places[rank] as number;
      if (item < 0) continue;
      const owner = holder[item] as number;
      if (owner === -1) covered += 1;
      else if (owner >= 0) without[owner] = (without[owner] as number) - 1;
      if (owner === -1) without[user] = (without[user] as number) + 1;
      holder[item] = owner === -1 ? user : -2;
    }
  });
  const share = (count: number): number => (items === 0 ? 0 : count / items);
  return { value: share(covered), without: without.map((alone) => share(covered - alone)) };
}

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

import type { Metric, Terms, UserList } from "../metric.js";

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
      const known = holder[item] as number;
      if (known === -1) covered += 1;
      else if (known >= 0) without[known] = (without[known] as number) - 1;
      if (known === -1) without[user] = (without[user] as number) + 1;
      holder[item] = known === -1 ? user : -2;
    }
  });
  const share = (count: number): number => (items === 0 ? 0 : count / items);
  return { value: share(covered), without: without.map((alone) => share(covered - alone)) };
}

import { reason, StudyError } from "../../errors.js";

/** How often an item was viewed, and how often of these it earned a reward of 1. */
export interface ViewedItem {
  readonly item: string;
  readonly views: number;
  readonly rewards: number;
}

/** What is believed of an item's rate of rewards: mean and standard deviation, and the mean less some of these. */
export interface PessimisticRate {
  readonly item: string;
  readonly mean: number;
  readonly sd: number;
  readonly lower: number;
}

/**
 * For each item the mean and the standard deviation of a Beta posterior of its rate, and mean − deviations·sd, at least 0:
 * pessimism item by item (Jeunen and Goethals, RecSys 2021), so that an item with few views is not chosen for its luck.
 * The prior is worth `shrink` views of the mean rate of all items. Use `lower` to choose what to show; it is not
 * an estimate, and a policy's value made of it (`dm` with it as prediction) is low by intent. Throws a StudyError for counts
 * that are none.
 *
 * `pessimisticRates([{ item: "a", views: 90, rewards: 45 }, { item: "b", views: 10, rewards: 5 }], { shrink: 10 })`
 * has means .5 and .5, and lower .417… and .327….
 */
export function pessimisticRates(
  items: readonly ViewedItem[],
  {
    shrink = 20,
    deviations = 1.645,
  }: { readonly shrink?: number; readonly deviations?: number } = {},
): readonly PessimisticRate[] {
  const odd = items.findIndex(
    ({ views, rewards }) => !(rewards >= 0 && rewards <= views && Number.isFinite(views)),
  );
  if (odd >= 0 || !(shrink > 0) || !(deviations >= 0)) {
    const { item = "", views = 0, rewards = 0 } = items[odd] ?? {};
    const count = `count ${odd + 1} (item ${item}) has ${rewards} rewards of ${views} views`;
    const came = odd >= 0 ? count : `shrink is ${shrink} and deviations ${deviations}`;
    const message = `Expected rewards from 0 to the views, shrink above 0 and deviations from 0 on; ${came}. Rewards other than 0 and 1 need another posterior.`;
    throw new StudyError(
      reason("parameter", message, { item, views, rewards, shrink, deviations }),
    );
  }
  const total = (of: "views" | "rewards"): number => items.reduce((sum, each) => sum + each[of], 0);
  const all = total("views") === 0 ? 0 : total("rewards") / total("views");
  return items.map(({ item, views, rewards }) => {
    const size = views + shrink;
    const mean = (rewards + shrink * all) / size;
    const sd = Math.sqrt((mean * (1 - mean)) / (size + 1));
    return { item, mean, sd, lower: Math.max(0, mean - deviations * sd) };
  });
}

import { expect, it } from "vitest";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate, listWeights, readStudy } from "../src/index.js";
import { isThorough } from "./fixture/property.js";

/*
 * Every list of three of four items, drawn by Plackett and Luce, and every depth: one trajectory for each, kept with a
 * probability such that its weight is the chance of the outcome. Estimates are then expectations, without noise.
 */
const items = [0, 1, 2, 3] as const;
const views = [1, 0.6, 0.3] as const;
const kind = [0, 1, 1, 0] as const;
const strengths = { logging: [1, 2, 3, 1.5], target: [2.5, 0.7, 1.2, 3] } as const;
type Drawn = keyof typeof strengths;
type List = readonly number[];

const listsFrom = (above: List): readonly List[] =>
  above.length === views.length
    ? [above]
    : items.filter((i) => !above.includes(i)).flatMap((i) => listsFrom([...above, i]));
const lists = listsFrom([]);
const total = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0);
const at = (of: readonly number[], i: number): number => of[i] ?? 0;

/** π(item | those above). */
function given(by: Drawn, above: List, item: number): number {
  const left = items.filter((i) => !above.includes(i));
  return at(strengths[by], item) / total(left.map((i) => at(strengths[by], i)));
}
const chance = (by: Drawn, list: List): number =>
  list.reduce((product, item, r) => product * given(by, list.slice(0, r), item), 1);
const placement = (by: Drawn, item: number, slot: number): number =>
  total(lists.filter((list) => list[slot] === item).map((list) => chance(by, list)));
const exposure = (by: Drawn, item: number): number =>
  total(views.map((p, slot) => p * placement(by, item, slot)));

/** What a wrong model says of a slot and those below it, given the list down to it. */
const restOf = (list: List): number => 0.3 + 0.1 * list.length + 0.07 * at(list, list.length - 1);
const expectedRest = (above: List): number =>
  total(
    items
      .filter((i) => !above.includes(i))
      .map((i) => given("target", above, i) * restOf([...above, i])),
  );

interface World {
  readonly reward: (list: List, slot: number) => number;
  readonly predictions: readonly number[];
  readonly unbiased: readonly unknown[];
}

/** The error of every estimate of the drawn policy. */
async function errorsIn({ reward, predictions, unbiased }: World): Promise<readonly number[]> {
  const weights = listWeights(
    lists.map((list) => ({
      items: list,
      logging: chance("logging", list),
      target: chance("target", list),
    })),
  );
  const outcomes = lists.flatMap((list, l) =>
    views.map((p, d) => {
      const session = `${l} ${d}`;
      const likely = chance("logging", list) * (p - at(views, d + 1));
      return items.map((item) => {
        const slot = list.indexOf(item);
        const above = list.slice(0, Math.max(0, slot));
        const isShown = slot >= 0;
        const shown = (value: number): number | null => (isShown ? value : null);
        return {
          ...{ session, item, kind: at(kind, item), place: shown(slot + 1), q: predictions[item] },
          ...{ e0: exposure("logging", item), e1: exposure("target", item), w: weights[l] },
          p0: shown(given("logging", above, item)),
          p1: shown(given("target", above, item)),
          m0: shown(placement("logging", item, slot)),
          m1: shown(placement("target", item, slot)),
          rest: shown(restOf([...above, item])),
          expected: shown(expectedRest(above)),
          // Weights are whole steps of 2^-20: these are large, and so exact to 1e-12.
          kept: 1 / (likely * 2 ** 24),
          like: isShown && slot <= d ? reward(list, slot) : null,
        };
      });
    }),
  );
  const candidates = outcomes.flat();
  const { estimates } = await evaluate(
    readStudy({
      log: {
        source: { rows: candidates.filter(({ like }) => like !== null) },
        ...{ trajectory: "session", item: "item", cluster: "kind", rank: "place", listLength: 3 },
        ...{ sampling: "kept", propensity: "p0", placement: "m0" },
        rewards: { like: { column: "like", prediction: "q", remaining: "rest" } },
        candidates: { rows: candidates, rank: "place", exposure: "e0" },
        exposure: { column: "e0", curve: { table: [...views] } },
      },
      policies: {
        drawn: {
          ...{ exposure: "e1", propensity: "p1", placement: "m1" },
          ...{ remaining: "expected", listWeight: "w" },
        },
      },
      estimators: unbiased,
    }),
  );
  const truth = total(
    lists.map(
      (list) => chance("target", list) * total(views.map((p, slot) => p * reward(list, slot))),
    ),
  );
  const own = estimates.map(restoreNumbers).filter(({ policy }) => policy === "drawn");
  return own.map((row) => ("value" in row ? row.value - truth : Number.NaN));
}

const q = [0.9, 0.2, 0.5, 0.7];
const wrong = [0.1, 0.8, 0.3, 0.3];
const byItem = (list: List, slot: number): number => at(q, at(list, slot));
const ofLists = ["sips", { rips: { normalised: ["no", "perRank"] } }, "cascadeDr"];
const drs = { dr: { treatment: ["observed", "expected"] } };
const additive = { pseudoInverse: { weights: "given" } };

const worlds: Readonly<Record<string, World>> = {
  "views by rank, wrong predictions": {
    reward: byItem,
    predictions: wrong,
    unbiased: ["ips", drs, "iips", additive, ...ofLists],
  },
  "views by rank, right predictions": {
    reward: byItem,
    predictions: q,
    unbiased: [
      "dm",
      { cab: { limit: 0.9, clips: ["ratio", "propensity"] } },
      { switchDr: { limit: 1.2 } },
      { drOs: { shrinkage: 1, shape: ["optimistic", "pessimistic"] } },
    ],
  },
  "items alike in clusters": {
    reward: (list, slot) => at([0.7, 0.3, 0.3, 0.7], at(list, slot)),
    predictions: wrong,
    unbiased: ["mips"],
  },
  "predictions off by a constant in clusters": {
    reward: byItem,
    predictions: q.map((each, i) => each + (at(kind, i) === 0 ? -0.4 : 0.3)),
    unbiased: ["offCem"],
  },
  "slots that change those below": {
    reward: (list, slot) =>
      byItem(list, slot) * (at(kind, at(list, slot)) === kind[list[slot - 1] ?? -1] ? 0.5 : 1),
    predictions: wrong,
    unbiased: ofLists,
  },
  "items that gain or lose by their rank": {
    reward: (list, slot) => byItem(list, slot) * at([1, 0.4, 1.3], slot),
    predictions: wrong,
    unbiased: ["iips", additive, ...ofLists],
  },
};
const quick = ["views by rank, wrong predictions", "views by rank, right predictions"];
const run = Object.keys(worlds).filter((name) => isThorough || quick.includes(name));

it.each(run)("estimates are unbiased: %s", async (name) => {
  const errors = await errorsIn(worlds[name] as World);
  expect(errors.length).toBeGreaterThan(0);
  for (const error of errors) expect(Math.abs(error)).toBeLessThan(1e-9);
});

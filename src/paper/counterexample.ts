import {
  type CounterexampleRow,
  type LemmaCheck,
  normalisers,
  type Table1,
} from "../answers/index.js";
import { log2 } from "../numeric/elementary/log-in-base.js";
import { createRandom } from "../random/create-random.js";
import type { Random } from "../random/random.js";

const bestFirst = (labels: readonly number[]): readonly number[] =>
  labels.toSorted((a, b) => b - a);

/** By normaliser: what DCG is divided by in a context, so that an ideal ranking has 1. */
const ideals: Readonly<Record<(typeof normalisers)[number]["name"], Ideal>> = {
  sum: (labels) => labels.reduce((a, b) => a + b, 0),
  top1: (labels) => bestFirst(labels)[0] ?? 0,
  discounted: (labels) => dcgOf(bestFirst(labels)),
};

type Ideal = (labels: readonly number[]) => number;

/** E[Q|x, a] of the paper's example: two contexts, two items, and policies that show one of them. */
const labels: Readonly<Record<string, readonly number[]>> = { x1: [1, 0], x2: [1, 2.5] };
const shown: Readonly<Record<string, number>> = { R: 0, "R'": 1 };

/**
 * Table 1 of Jeunen et al. (KDD 2024): two policies that DCG and nDCG order differently. The numbers that the paper
 * prints, .29 and .71, are 1 and 2.5 over the sum of the labels, 3.5; by the definition in the text nDCG(x2) is .4
 * and 1. The order of the means is inverted by all three.
 */
export function table1(seed: number): Table1 {
  const contexts = Object.values(labels);
  const rows = normalisers.flatMap(({ name }) =>
    Object.entries(shown).map(([policy, item]): CounterexampleRow => {
      const dcg = contexts.map((own) => own[item] ?? 0);
      const ndcg = contexts.map((own, at) => (dcg[at] ?? 0) / ideals[name](own));
      return { normaliser: name, policy, dcg, ndcg, meanDcg: mean(dcg), meanNdcg: mean(ndcg) };
    }),
  );
  const inverted = normalisers.map(({ name }) => {
    const [one, other] = rows.filter(({ normaliser }) => normaliser === name);
    const order = (a: number, b: number): number => Math.sign(a - b);
    const byDcg = order(one?.meanDcg ?? 0, other?.meanDcg ?? 0);
    return [name, byDcg === -order(one?.meanNdcg ?? 0, other?.meanNdcg ?? 0)] as const;
  });
  const ideal = mean(contexts.map((own) => Math.max(...own)));
  const pndcg = Object.entries(shown).map(
    ([policy, item]) => [policy, mean(contexts.map((own) => own[item] ?? 0)) / ideal] as const,
  );
  return {
    seed,
    labels,
    rows,
    inverted: Object.fromEntries(inverted),
    pndcg: Object.fromEntries(pndcg),
    lemma: (["positive", "zero", "negative"] as const).map((kind) => checkLemma(kind, seed)),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0) / values.length;

const contextsOfLemma = 10_000;

/** Random labels of five items and two random rankings, both by DCG and by nDCG with logarithmic discounts. */
function checkLemma(ideal: LemmaCheck["ideal"], seed: number): LemmaCheck {
  const random = createRandom(`lemma 1 ${ideal} ${seed}`);
  const counts = { agree: 0, reversed: 0, undefined: 0 };
  for (let context = 0; context < contextsOfLemma; context++) {
    const own = Array.from({ length: 5 }, () => labelOf(ideal, random));
    const best = dcgOf(bestFirst(own));
    const [a, b] = [dcgOf(shuffled(own, random)), dcgOf(shuffled(own, random))];
    const byNdcg = a / best - b / best;
    if (Number.isNaN(byNdcg)) counts.undefined += 1;
    else if (Math.sign(a - b) * Math.sign(byNdcg) < 0) counts.reversed += 1;
    else counts.agree += 1;
  }
  return { ideal, contexts: contextsOfLemma, ...counts };
}

const labelOf = (ideal: LemmaCheck["ideal"], random: Random): number =>
  ideal === "zero" ? 0 : ideal === "positive" ? random.next() + 1e-9 : -random.next() - 1e-9;

const dcgOf = (inOrder: readonly number[]): number =>
  inOrder.reduce((sum, label, at) => sum + label / log2(at + 2), 0);

function shuffled(values: readonly number[], random: Random): readonly number[] {
  const keyed = values.map((value) => ({ value, key: random.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value);
}

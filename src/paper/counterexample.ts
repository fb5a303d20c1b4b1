import { log2 } from "../numeric/index.js";
import { createRandom, type Random } from "../random/index.js";

/** What DCG is divided by in a context, so that an ideal ranking has 1. */
export interface Normaliser {
  readonly name: string;
  readonly words: string;
  readonly ideal: (labels: readonly number[]) => number;
}

const bestFirst = (labels: readonly number[]): readonly number[] =>
  labels.toSorted((a, b) => b - a);

/** The three ways in which the paper's Table 1 can be read; it prints the numbers of the first one. */
export const normalisers: readonly Normaliser[] = [
  {
    name: "sum",
    words: "the sum of all labels",
    ideal: (labels) => labels.reduce((a, b) => a + b, 0),
  },
  {
    name: "top1",
    words: "the ideal list of one item, as the text defines it",
    ideal: (labels) => bestFirst(labels)[0] ?? 0,
  },
  {
    name: "discounted",
    words: "the ideal list of all items with logarithmic discounts",
    ideal: (labels) => bestFirst(labels).reduce((sum, label, at) => sum + label / log2(at + 2), 0),
  },
];

/** One policy under one normaliser: a value for each context, and their means. */
export interface CounterexampleRow {
  readonly normaliser: string;
  readonly policy: string;
  readonly dcg: readonly number[];
  readonly ndcg: readonly number[];
  readonly meanDcg: number;
  readonly meanNdcg: number;
}

/** Lemma 1 on random contexts: DCG and nDCG order two rankings alike where the ideal is positive. */
export interface LemmaCheck {
  /** What the ideal is in these contexts. */
  readonly ideal: "positive" | "zero" | "negative";
  readonly contexts: number;
  /** Contexts in which the two orders agree, contradict each other, and in which nDCG is 0/0. */
  readonly agree: number;
  readonly reversed: number;
  readonly undefined: number;
}

/** The paper's Table 1 under three normalisers, and Lemma 1 with the two cases in which it fails. */
export interface Table1 {
  readonly seed: number;
  readonly labels: Readonly<Record<string, readonly number[]>>;
  readonly rows: readonly CounterexampleRow[];
  /** Whether the means of DCG and nDCG order the two policies differently, by normaliser. */
  readonly inverted: Readonly<Record<string, boolean>>;
  /** The mean of DCG over the mean of its top-1 ideal, by policy: one division for all contexts. */
  readonly pndcg: Readonly<Record<string, number>>;
  readonly lemma: readonly LemmaCheck[];
}

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
  const rows = normalisers.flatMap(({ name, ideal }) =>
    Object.entries(shown).map(([policy, item]): CounterexampleRow => {
      const dcg = contexts.map((own) => own[item] ?? 0);
      const ndcg = contexts.map((own, at) => (dcg[at] ?? 0) / ideal(own));
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

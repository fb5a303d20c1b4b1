import { dcgFamily, type Settings, termsOf, type UserList } from "../../rankings/index.js";
import type { HeldOut } from "../held-out.js";
import { rowOf } from "../matrix.js";
import { models } from "../models/index.js";
import type { Batch, Learning, ModelParameters } from "../models/model.js";
import { topK } from "../top-k.js";

export interface Family {
  readonly model: string;
  readonly grid: readonly ModelParameters[];
}

/** All that a thread must know. */
export interface WorkData {
  readonly split: HeldOut;
  readonly families: readonly Family[];
  readonly cutoff: number;
  readonly settings: Settings;
  /** Where tasks of each family leave what they computed; memory that threads share. */
  readonly slots: readonly (readonly Float64Array[])[];
}

/** A part of the work that needs nothing of the parts of its stage. */
export type Task =
  | { readonly kind: "learn"; readonly family: number; readonly task: number }
  /** Users `from` … `to` − 1 of those that are evaluated. */
  | { readonly kind: "measure"; readonly from: number; readonly to: number };

/** DCG of every point of the grids for users from …, by user: `dcg[(user − from)·points + point]`. */
export interface MeasuredBatch {
  readonly from: number;
  readonly dcg: Float64Array;
  readonly idcg: Float64Array;
}

/** Does tasks one after the other; what tasks share is kept between them. */
export type Worker = (task: Task) => MeasuredBatch | null;

/** The models of a family as they are trained; throws a RangeError for a name that is not in the list. */
export function learningOf({ model, grid }: Family, { train }: HeldOut): Learning {
  const member = models.find(({ name }) => name === model);
  if (member === undefined) throw new RangeError(`There is no model ${model}.`);
  return member.learn(train, grid);
}

export function createWorker(data: WorkData): Worker {
  const learnings = data.families.map((family) => learningOf(family, data.split));
  let batches: readonly Batch[] | undefined;
  return (task) => {
    if (task.kind === "learn") {
      const slot = data.slots[task.family]?.[task.task];
      if (slot === undefined) throw new RangeError("A task has no slot.");
      learnings[task.family]?.run(task.task, slot);
      return null;
    }
    batches ??= learnings.map((learning, at) => learning.open(data.slots[at] ?? []));
    return measure(task, data, batches);
  };
}

function measure(
  { from, to }: { readonly from: number; readonly to: number },
  { split, families, cutoff, settings }: WorkData,
  batches: readonly Batch[],
): MeasuredBatch {
  const points = families.reduce((sum, { grid }) => sum + grid.length, 0);
  const dcg = new Float64Array((to - from) * points);
  const idcg = new Float64Array(to - from);
  const terms = termsOf(settings, cutoff);
  const scorers = batches.map((batch) => batch(split.evaluated.subarray(from, to)));
  for (let at = from; at < to; at++) {
    const user = split.evaluated[at] ?? 0;
    const relevant = rowOf(split.test, user);
    const isRelevant = new Uint8Array(split.test.width);
    for (const item of relevant) isRelevant[item] = 1;
    const labels = new Float64Array(relevant.length).fill(1);
    const list = (grades: Float64Array): UserList => ({ grades, labels, tied: null });
    idcg[at - from] = dcgFamily.once.per?.(list(new Float64Array(0)), terms) ?? 0;
    let place = (at - from) * points;
    for (const scorer of scorers) {
      for (const scores of scorer(user)) {
        const grades = Float64Array.from(topK(scores, cutoff), (item) => isRelevant[item] ?? 0);
        dcg[place++] = dcgFamily.sum.of(list(grades), terms) ?? 0;
      }
    }
  }
  return { from, dcg, idcg };
}

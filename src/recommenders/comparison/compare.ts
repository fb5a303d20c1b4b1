import type { Comparison } from "../../answers/index.js";
import { familyUnder, ordersOf, presets, type UserValues } from "../../rankings/index.js";
import type { Progress } from "../../sql/engine.js";
import type { HeldOut } from "../held-out.js";
import type { ModelParameters } from "../models/model.js";
import { type Family, learningOf, type MeasuredBatch, type Task, type WorkData } from "./work.js";

/** What is compared, and how. */
export interface ComparisonRequest {
  readonly families: readonly Family[];
  readonly cutoff: number;
}

export interface Pool {
  readonly run: (
    tasks: readonly Task[],
    onDone: (answer: MeasuredBatch | null) => void,
  ) => Promise<void>;
}

/** The conventions of the paper's appendix: binary gains, and every evaluated user counts. */
const settings = presets.find(({ name }) => name === "recpack")?.settings ?? {};

/** What threads must know; `allocate` makes memory that they share. */
export function workOf(
  split: HeldOut,
  { families, cutoff }: ComparisonRequest,
  allocate: (doubles: number) => Float64Array,
): WorkData {
  const slots = families.map((family) => {
    const { tasks, slot } = learningOf(family, split);
    return Array.from({ length: tasks }, () => allocate(slot));
  });
  return { split, families, cutoff, settings: settings as WorkData["settings"], slots };
}

/** Users of one task. */
const usersAtOnce = 32;

export async function compareModels(
  data: WorkData,
  pool: Pool,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Comparison> {
  const learn = data.slots.flatMap((slots, family) =>
    slots.map((_, task): Task => ({ kind: "learn", family, task })),
  );
  await staged(pool, learn, "learning", onProgress);
  const users = data.split.evaluated.length;
  const measure = Array.from({ length: Math.ceil(users / usersAtOnce) }, (_, at): Task => {
    const from = at * usersAtOnce;
    return { kind: "measure", from, to: Math.min(users, from + usersAtOnce) };
  });
  const all = await staged(pool, measure, "measuring", onProgress);
  return concluded(data, all);
}

async function staged(
  pool: Pool,
  tasks: readonly Task[],
  purpose: string,
  onProgress: (progress: Progress) => void,
): Promise<readonly MeasuredBatch[]> {
  const measuredBatches: MeasuredBatch[] = [];
  let done = 0;
  onProgress({ purpose, fraction: 0 });
  await pool.run(tasks, (answer) => {
    if (answer !== null) measuredBatches.push(answer);
    done += 1;
    onProgress({ purpose, fraction: done / tasks.length });
  });
  return measuredBatches;
}

function concluded(
  { split, families, cutoff, settings: family }: WorkData,
  all: readonly MeasuredBatch[],
): Comparison {
  const points = families.flatMap(({ model, grid }) =>
    grid.map((parameters) => ({ name: nameOf(model, parameters), model, parameters })),
  );
  const users = split.evaluated.length;
  const ideal = new Float64Array(users);
  const dcg = points.map(() => new Float64Array(users));
  for (const { from, dcg: values, idcg } of all) {
    ideal.set(idcg, from);
    for (let at = 0; at < idcg.length; at++) {
      for (const [point, column] of dcg.entries()) {
        column[from + at] = values[at * points.length + point] ?? 0;
      }
    }
  }
  const {
    runs,
    inversions: _,
    ...orders
  } = ordersOf(
    familyUnder(family, cutoff),
    points.map(({ name }, point) => familyValues(name, dcg[point] ?? ideal, ideal)),
    [],
  );
  const byName = new Map(runs.map((row) => [row.run, row]));
  return {
    cutoff,
    interactions: { training: split.train.columns.length, heldOut: split.test.columns.length },
    users: split.train.rows,
    items: split.train.width,
    usersEvaluated: users,
    itemsWithoutTraining: split.itemsWithoutTraining,
    models: points.map((point) => {
      const { dcg: sum = Number.NaN, ndcg = Number.NaN } = byName.get(point.name) ?? {};
      return { ...point, dcg: sum, ndcg };
    }),
    orders,
  };
}

function familyValues(
  run: string,
  dcg: Float64Array,
  ideal: Float64Array,
): {
  readonly run: string;
  readonly sum: UserValues;
  readonly byUser: UserValues;
  readonly once: UserValues;
} {
  return {
    run,
    sum: { values: dcg, per: null },
    byUser: { values: dcg.map((value, user) => value / (ideal[user] ?? 0)), per: null },
    once: { values: dcg, per: ideal },
  };
}

/** "ease(l2: 500)" */
const nameOf = (model: string, parameters: ModelParameters): string => {
  const inner = Object.entries(parameters).map(([name, value]) => `${name}: ${value}`);
  return `${model}(${inner.join(", ")})`;
};

import { type Insist, type Law, laws } from "../../laws.js";
import { createRandom } from "../../random/create-random.js";
import { type BinaryMatrix, matrixOf, rowOf } from "../matrix.js";
import { learnHere, type Model, type ModelParameters } from "./model.js";

export const modelLaws: readonly Law<Model>[] = laws({
  nameOf: ({ name }) => `The model ${name}`,
  laws: {
    "what a user has and what nobody has are not candidates": leavesOut,
    "a grid gives what each of its points gives alone": sharesSafely,
    "the order of users does not matter": forgetsOrder,
    "it finds what was held out better than chance": finds,
  },
});

const [users, items] = [90, 24];

/** Users of two tastes; the last item is nobody's. Each user's last item is held out. */
function world(): { readonly train: BinaryMatrix; readonly targets: Int32Array } {
  const random = createRandom("laws of models");
  const targets = new Int32Array(users);
  const lists = Array.from({ length: users }, (_, user) => {
    const set = new Set<number>();
    while (set.size < 6) {
      const item = Math.floor((random.integer(items) * random.integer(items)) / items);
      if (item % 2 === user % 2 || random.next() < 0.1) set.add(item);
    }
    const all = [...set].filter((item) => item < items - 1);
    targets[user] = all.pop() ?? 0;
    return all;
  });
  return { train: matrixFrom(lists), targets };
}

function matrixFrom(lists: readonly (readonly number[])[]): BinaryMatrix {
  const pairs = lists.flatMap((list, user) => list.map((item) => [user, item] as const));
  const part = (side: 0 | 1): Int32Array => Int32Array.from(pairs, (pair) => pair[side]);
  return matrixOf(lists.length, items, part(0), part(1));
}

/** So many neighbours that all count: which of equal ones are the nearest may depend on their order. */
const everyone = 999;

/** Values of every parameter at once. */
const gridOf = ({ parameters }: Model, values = [3, 7, 40]): readonly ModelParameters[] =>
  values.map((value) => Object.fromEntries(parameters.map(({ name }) => [name, value])));

function scoresOf(
  model: Model,
  train: BinaryMatrix,
  grid: readonly ModelParameters[],
): readonly (readonly Float64Array[])[] {
  const scorer = learnHere(model.learn(train, grid));
  return Array.from({ length: train.rows }, (_, user) =>
    scorer(user).map((values) => values.slice()),
  );
}

function leavesOut(model: Model, insist: Insist): void {
  const { train } = world();
  scoresOf(model, train, gridOf(model)).forEach((all, user) => {
    for (const scores of all) {
      const outside = [...rowOf(train, user), items - 1];
      const leak = outside.find((item) => scores[item] !== 0);
      insist(leak === undefined, "recommends what it must not", { user, item: leak ?? 0 });
    }
  });
}

function sharesSafely(model: Model, insist: Insist): void {
  const { train } = world();
  const grid = gridOf(model);
  const together = scoresOf(model, train, grid);
  grid.forEach((point, at) => {
    scoresOf(model, train, [point]).forEach(([alone = new Float64Array(0)], user) => {
      const apart = largestGap(alone, together[user]?.[at]);
      insist(apart < 1e-9, "gives other scores in a grid", { user, at, apart });
    });
  });
}

function forgetsOrder(model: Model, insist: Insist): void {
  const { train } = world();
  const turned = matrixFrom(
    Array.from({ length: users }, (_, user) => [...rowOf(train, users - 1 - user)]),
  );
  const grid = gridOf(model, [everyone]);
  const [before, other] = [train, turned].map((binaryMatrix) =>
    scoresOf(model, binaryMatrix, grid),
  );
  before?.forEach(([scores = new Float64Array(0)], user) => {
    const apart = largestGap(scores, other?.[users - 1 - user]?.[0]);
    insist(apart < 1e-9, "depends on the order of users", { user, apart });
  });
}

function largestGap(a: Float64Array, b: Float64Array | undefined): number {
  const most = a.reduce((size, x) => Math.max(size, Math.abs(x)), 1e-300);
  return a.reduce((gap, x, i) => Math.max(gap, Math.abs(x - (b?.[i] ?? Infinity))), 0) / most;
}

/** The mean place of what was held out among the candidates: .5 by chance, 1 at the top. */
function finds(model: Model, insist: Insist): void {
  const { train, targets } = world();
  const places = scoresOf(model, train, gridOf(model).slice(-1)).map(([scores], user) => {
    const ofTarget = scores?.[targets[user] ?? 0] ?? 0;
    const others = [...(scores ?? [])].filter(
      (_, item) => item !== targets[user] && item < items - 1 && !rowOf(train, user).includes(item),
    );
    return others.filter((score) => score < ofTarget).length / others.length;
  });
  const mean = places.reduce((sum, place) => sum + place, 0) / users;
  insist(mean > 0.55, "finds nothing", { mean });
}

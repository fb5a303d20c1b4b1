import type { Interactions } from "./interactions.js";
import { type BinaryMatrix, countsOf, matrixOf } from "./matrix.js";

/** Interactions split into a training part and a part that is held out, users and items numbered alike. */
export interface HeldOut {
  readonly train: BinaryMatrix;
  readonly test: BinaryMatrix;
  /** Users with something held out and something to learn from. */
  readonly evaluated: Int32Array;
  /** Items that nobody has in the training part: they are never recommended. */
  readonly itemsWithoutTraining: number;
}

/** Takes interactions apart by a split. */
export function holdOut(all: Interactions, training: Uint8Array): HeldOut {
  const part = (side: number): BinaryMatrix => {
    const places = Int32Array.from(training.keys()).filter((at) => training[at] === side);
    return matrixOf(
      all.users.length,
      all.items.length,
      places.map((at) => all.user[at] ?? 0),
      places.map((at) => all.item[at] ?? 0),
    );
  };
  const [train, test] = [part(1), part(0)];
  const [a, b] = [countsOf(train), countsOf(test)];
  const evaluated = Int32Array.from(all.users.keys()).filter(
    (user) => (a[user] ?? 0) > 0 && (b[user] ?? 0) > 0,
  );
  const columns = new Set(train.columns);
  return { train, test, evaluated, itemsWithoutTraining: all.items.length - columns.size };
}

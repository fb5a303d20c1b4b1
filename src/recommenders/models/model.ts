import type { BinaryMatrix } from "../matrix.js";
import type { Parameter } from "../parameter.js";

export type ModelParameters = Readonly<Record<string, number>>;

/** Models of one kind over a grid, trained on the same interactions; what they share is computed once. */
export interface Learning {
  /** Parts of the work that need nothing of each other; threads share them. */
  readonly tasks: number;
  /** How many numbers a task leaves behind. */
  readonly slot: number;
  readonly run: (task: number, into: Float64Array) => void;
  /** The trained models, from what the tasks left. */
  readonly open: (slots: readonly Float64Array[]) => Batch;
}

/** A scorer of users who are scored one after the other: what they share is read once. */
export type Batch = (users: Int32Array) => Scorer;

/**
 * Scores of a user's items under every point of the grid, in its order; 0 is not a candidate. The arrays are
 * written over by the next user.
 */
export type Scorer = (user: number) => readonly Float64Array[];

/** A recommender that is trained on who took which item. */
export interface Model {
  readonly name: string;
  readonly purpose: string;
  readonly reference: string;
  readonly parameters: readonly Parameter[];
  readonly learn: (train: BinaryMatrix, grid: readonly ModelParameters[]) => Learning;
}

/** Learns on this thread. */
export function learnHere(learning: Learning): Scorer {
  const slots = Array.from({ length: learning.tasks }, (_, task) => {
    const slot = new Float64Array(learning.slot);
    learning.run(task, slot);
    return slot;
  });
  const batch = learning.open(slots);
  return (user) => batch(Int32Array.of(user))(user);
}

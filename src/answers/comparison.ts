import type { Orders } from "./ranking.js";

/** A model of the comparison. */
export interface ComparedModel {
  readonly name: string;
  readonly model: string;
  readonly parameters: Readonly<Record<string, number>>;
  readonly dcg: number;
  readonly ndcg: number;
}

/** Models over grids, measured by DCG and by nDCG on what was held out. */
export interface Comparison {
  readonly cutoff: number;
  readonly interactions: { readonly training: number; readonly heldOut: number };
  readonly users: number;
  readonly items: number;
  readonly usersEvaluated: number;
  readonly itemsWithoutTraining: number;
  readonly models: readonly ComparedModel[];
  readonly orders: Omit<Orders, "runs" | "inversions">;
}

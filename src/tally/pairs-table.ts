import type { Component } from "../estimators/estimator.js";
import { factorByRanks } from "./factor-by-ranks.js";
import type { TallyTable } from "./tally.js";

/** The keys of a table of pairs; a target rank of 0 stands for an item that is not shown. */
export const rankKey = "rank";
export const targetKey = "target";

export const pairsTable = (target: string | null): string => `pairs ${target ?? "none"}`;

/**
 * The table of pairs that holds a factor: that of its target ranks; for displayed ranks alone any table
 * does, since every row stands in each.
 */
export function pairsWith(
  tables: Readonly<Record<string, TallyTable>>,
  target: string | null,
  fingerprint: string,
): TallyTable | undefined {
  const table = tables[pairsTable(target)];
  if (table !== undefined || target !== null) return table;
  const others = Object.entries(tables).filter(
    ([name]) => name.startsWith(pairsTable("")) && name !== pairsTable(null),
  );
  return others.find(([, { columns }]) => Object.hasOwn(columns, fingerprint))?.[1];
}

/** Which tables of pairs components need, and what each adds up; one entry a column of target ranks. */
export function pairsNeeded(
  components: readonly Component[],
): ReadonlyMap<string | null, readonly Component[]> {
  const needed = new Map<string | null, Component[]>();
  for (const component of components) {
    const factors = factorByRanks(component);
    if (factors === undefined) continue;
    needed.set(factors.target, [...(needed.get(factors.target) ?? []), factors.factor]);
  }
  return needed;
}

/** One number for a displayed and a target rank below 2^26. */
export const pairKey = (rank: number, targetRank: number): number => rank * 2 ** 26 + targetRank;

import type { PairTables, PolicyTables } from "./tables.js";

/** The tables of a policy that shows every item where the log showed it. */
export function asLoggedTables({
  cells,
  moved,
  shown: _,
  views: __,
  byExposure: ___,
  neighbours: ____,
  sizes,
  days,
  ...sums
}: PolicyTables): PolicyTables {
  const { rank, weight } = cells;
  const still = (own: PolicyTables["moved"]["groups"][number]) => ({
    ...own,
    downAmongStops: own.downAmongStops.map(() => 0),
    downAmongGoOn: own.downAmongGoOn.map(() => 0),
  });
  return {
    ...sums,
    ...(sizes && { sizes: asLogged(sizes) }),
    ...(days && { days: asLogged(days) }),
    cells: {
      rank,
      target: rank,
      ...(weight === undefined ? {} : { weight: Array.from(weight, () => 1) }),
    },
    moved: { ...moved, groups: moved.groups.map(still) },
  };
}

function asLogged<T extends Pick<PolicyTables, "cells">>(
  tables: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(tables).map(([reward, each]) => {
      const { rank } = each.cells;
      return [reward, { ...each, cells: { rank, target: rank } }];
    }),
  );
}

/** The tables of a policy that is given by weights: it has no target ranks, and none is moved. */
export function weightedTables(
  { rank, rows, rewards }: PairTables,
  weight: ArrayLike<number>,
  ranks: number,
  { views, byExposure }: Pick<PolicyTables, "views" | "byExposure"> = {},
): PolicyTables {
  const none = (): Float64Array => new Float64Array(ranks);
  return {
    cells: { rank, target: Array.from(rank, () => 0), weight },
    rows,
    rewards,
    ...(views && { views }),
    ...(byExposure && { byExposure }),
    moved: {
      cells: ranks,
      groups: rows.groups.map(() => ({
        stops: none(),
        goOn: none(),
        downAmongStops: none(),
        downAmongGoOn: none(),
      })),
    },
  };
}

import type { Component } from "../estimators/estimator.js";
import { canonical } from "../log/index.js";
import { type CallOptions, double, type Engine } from "../sql/index.js";
import { fingerprintOf } from "./columns.js";
import { rankKey, targetKey } from "./pairs-table.js";
import type { TallyRequest } from "./request.js";
import { countPairs, takePairs } from "./take-pairs.js";
import type { TallyColumn, TallyTable } from "./tally.js";
import { withFirstDay } from "./trajectories.js";

/** How many rows stand at each displayed and target rank, by stratum. */
export interface ViewsByRanks {
  readonly table: TallyTable;
  readonly rank: Float64Array;
  /** 0 where the policy does not show the item. */
  readonly target: Float64Array;
  readonly count: Float64Array;
}

/** Counts of rows by ranks, each taken once for all that read it. */
export interface RankCounts {
  /** Whether ranks and strata are few enough to be counted together. */
  readonly has: (target: string | null) => boolean;
  /** `dated`: rows count on the first day of their trajectory. */
  readonly take: (
    target: string | null,
    dated: boolean,
    options: CallOptions | undefined,
  ) => Promise<ViewsByRanks>;
}

/** Up to this many combinations of ranks and stratum are read. */
const mostCells = 400_000;

const one: Component = { over: "rows", value: double(1) };

/**
 * The counts of a log with so many strata. Those of the `wanted` columns are all taken when the first is, in one
 * statement, by an engine that shares scans.
 */
export function createRankCounts(
  engine: Engine,
  request: TallyRequest,
  strata: number,
  wanted: readonly string[] = [],
): RankCounts {
  const taken = new Map<string, Promise<ViewsByRanks>>();
  const mark = fingerprintOf(request.log, one);
  const deepest = (name: string): number => Math.max(1, request.leaves.column(name)[1]);
  const has = (target: string | null): boolean =>
    deepest(canonical.rank.name) * (target === null ? 1 : deepest(target)) * strata <= mostCells;
  const viewsIn = (table: TallyTable): ViewsByRanks => {
    const none = new Float64Array(table.rows);
    const { hi: count } = table.columns[mark] as TallyColumn;
    return {
      table,
      count,
      rank: table.keys[rankKey] ?? none,
      target: table.keys[targetKey] ?? none,
    };
  };
  const keyOf = (target: string | null, dated: boolean): string => JSON.stringify([target, dated]);
  const start = (
    known: readonly string[],
    target: string | null,
    dated: boolean,
    options: CallOptions | undefined,
  ): void => {
    const rows = dated ? withFirstDay(request.rows) : request.rows;
    const asked = { ...request, rows, components: [one] };
    if (target === null || !known.includes(target)) {
      const alone = takePairs(engine, asked, target, "strata", options);
      taken.set(
        keyOf(target, dated),
        alone.then(({ table }) => viewsIn(table)),
      );
      return;
    }
    const all = countPairs(engine, asked, known, options);
    known.forEach((each, at) => {
      const own = all.then((tables) => viewsIn(tables[at] as TallyTable));
      // Each is awaited by those that ask for it; where nobody does, it may fail unheard.
      own.catch(() => undefined);
      taken.set(keyOf(each, dated), own);
    });
  };
  return {
    has,
    take: async (target, dated, options) => {
      const key = keyOf(target, dated);
      const { sharesScans } = await engine.info();
      const known = sharesScans === true ? wanted.filter(has) : [];
      if (!taken.has(key)) start(known, target, dated, options);
      return taken.get(key) as Promise<ViewsByRanks>;
    },
  };
}

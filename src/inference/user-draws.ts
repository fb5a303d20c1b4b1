import {
  replicateKey,
  replicatesTable,
  type Tally,
  type TallyTable,
  trajectoriesColumn,
} from "../tally/index.js";

/** What a tally holds of the bootstrap over users: sums in which each user counts as often as its weight says. */
export interface UserDraws {
  /** Weighted trajectories in each replicate, by logging policy. */
  readonly counts: readonly Float64Array[];
  /** By logging policy, the weighted sums of a column in each replicate; undefined where the tally has none. */
  readonly sums: (fingerprint: string) => readonly Float64Array[] | undefined;
}

/** The replicates of the strata that a scope covers; `standingFor` is the column that counts trajectories. */
export function userDraws(
  { tables }: Tally,
  covers: (stratum: TallyTable["strata"][number]) => boolean,
  loggers: readonly string[],
  standingFor: string = trajectoriesColumn,
): UserDraws | undefined {
  const table = tables[replicatesTable];
  if (table === undefined) return undefined;
  const replicates = table.keys[replicateKey] ?? new Float64Array(0);
  const count = 1 + replicates.reduce((most, each) => Math.max(most, each), -1);
  const logger = table.strata.map((stratum) =>
    covers(stratum) ? loggers.indexOf(stratum.logger ?? "") : -1,
  );
  const sums = (fingerprint: string): readonly Float64Array[] | undefined => {
    const column = table.columns[fingerprint];
    if (column === undefined) return undefined;
    const found = loggers.map(() => new Float64Array(count));
    for (let row = 0; row < table.rows; row++) {
      const own = found[logger[table.stratum[row] ?? 0] ?? -1];
      const r = replicates[row] ?? 0;
      if (own !== undefined) own[r] = (own[r] ?? 0) + (column.hi[row] ?? 0);
    }
    return found;
  };
  const counts = sums(standingFor);
  return counts && { counts, sums };
}

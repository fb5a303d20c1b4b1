import type { BoundLog } from "../../log/index.js";
import { type CallOptions, collectWide, type Engine, type Table } from "../../sql/index.js";
import { type Column, columnsOfKind } from "../columns.js";
import { binAlias, rewardedPlan, rowsPlan, trajectoryPlan } from "../queries.js";
import type { TallyRequest } from "../request.js";
import { strataOfRows } from "../strata-of-rows.js";
import { trajectoriesColumn } from "../take.js";
import { noBucket, type TallyColumn, type TallyTable } from "../tally.js";
import { type Replication, replicateSums } from "./replicate-sums.js";

/** The table with the sums of every replicate over users, by feed and logging policy. */
export const replicatesTable = "replicates";
/** The number of a row's replicate. */
export const replicateKey = "replicate";

/** The largest user whose rows are still added without rounding; beyond it there are no replicates over users. */
const mostRowsOfUser = 2 ** 14;
/** Users × sums that are held at a time: 320 MB. */
const mostNumbers = 40_000_000;

/**
 * Sums of the components over rows in every replicate, each user counted as often as its key says: the same users
 * count the same in every column, feed and tally. Two statements bring the sums of every user; days are added
 * together. Undefined where they are too many.
 */
export async function takeReplicates(
  engine: Engine,
  given: TallyRequest,
  users: number,
  replication: Replication,
  options?: CallOptions,
): Promise<TallyTable | undefined> {
  const request = byUser(given);
  const [rows, rewarded] = (["rows", "rewarded"] as const).map((kind) =>
    columnsOfKind(request, kind, mostRowsOfUser),
  );
  if (rows === undefined || rewarded === undefined) return undefined;
  if (users * (1 + rows.length + rewarded.length) > mostNumbers) return undefined;
  const byTrajectory = request.counting === "trajectories";
  const plans = [
    (byTrajectory ? trajectoryPlan : rowsPlan)(request, rows),
    ...(rewarded.length === 0 ? [] : [rewardedPlan(request, rewarded)]),
  ];
  const [first, second] = await collectWide(engine, plans, options);
  if (first === undefined) return undefined;
  const suffix = byTrajectory ? "_t_out" : "_out";
  const largest = first.numbers(`row_count${suffix}`).reduce((a, b) => Math.max(a, b), 0);
  if (largest > mostRowsOfUser) return undefined;
  const places = placesOf(first);
  const trajectories = { fingerprint: trajectoriesColumn, aliases: ["trajectory_count"] };
  const parts = [
    ...valuesIn(first, places, [trajectories], "_out"),
    ...valuesIn(first, places, rows.map(binned), suffix),
    ...(second === undefined ? [] : valuesIn(second, places, rewarded.map(binned), "_out")),
  ];
  return tableOf(places, parts, replication);
}

/** One cell a user, feed and logging policy. */
function byUser({ keep: _, rankCounts: __, ...request }: TallyRequest): TallyRequest {
  const { day: ___, ...spec } = request.log.spec;
  const log: BoundLog = { ...request.log, spec };
  const components = request.components.filter(
    (each) => each.over === "rewarded" || (each.over === "rows" && each.combine !== "max"),
  );
  const structure = { inner: [], outer: [] };
  const bucketing = { kind: "exact" } as const;
  return { ...request, log, components, bucketing, structure, daysSpan: false };
}

/** Users in one order, whatever order the engine returned. */
interface Places {
  readonly strata: TallyTable["strata"];
  readonly users: readonly (readonly string[])[];
  readonly at: readonly ReadonlyMap<string, number>[];
}

function placesOf(table: Table): Places {
  const { strata, at } = strataOfRows(table);
  const users = strata.map((): string[] => []);
  table.texts("cluster").forEach((user, row) => {
    users[at[row] ?? 0]?.push(String(user));
  });
  for (const own of users) own.sort();
  return {
    strata,
    users,
    at: users.map((own) => new Map(own.map((user, place) => [user, place]))),
  };
}

interface Part {
  readonly fingerprint: string;
  /** By stratum, a value a user. */
  readonly values: readonly Float64Array[];
}

interface Binned {
  readonly fingerprint: string;
  readonly aliases: readonly string[];
}

const binned = ({ fingerprint, alias, scale }: Column): Binned => ({
  fingerprint,
  aliases: scale.kind === "bins" ? scale.steps.map((_, bin) => binAlias(alias, bin)) : [alias],
});

/** The values of columns in a result, the bins of each added up; 0 for users whom the result lacks. */
function valuesIn(
  table: Table,
  places: Places,
  columns: readonly Binned[],
  suffix: string,
): readonly Part[] {
  const { strata, at } = strataOfRows(table);
  const known = strata.map((stratum) => {
    const key = JSON.stringify(stratum);
    return places.strata.findIndex((each) => JSON.stringify(each) === key);
  });
  const stratum = at.map((each) => known[each] ?? -1);
  const users = table.texts("cluster");
  const place = Int32Array.from(users, (user, row) => {
    return places.at[stratum[row] ?? -1]?.get(String(user)) ?? -1;
  });
  return columns.map(({ fingerprint, aliases }) => {
    const values = places.users.map((own) => new Float64Array(own.length));
    for (const alias of aliases) {
      table.numbers(`${alias}${suffix}`).forEach((value, row) => {
        const own = values[stratum[row] ?? -1];
        const user = place[row] ?? -1;
        if (own !== undefined && user >= 0) own[user] = (own[user] ?? 0) + value;
      });
    }
    return { fingerprint, values };
  });
}

/** A row a stratum and replicate. */
function tableOf(
  { strata, users }: Places,
  parts: readonly Part[],
  replication: Replication,
): TallyTable {
  const { count } = replication;
  const rows = strata.length * count;
  const columns = parts.map(({ fingerprint }): [string, TallyColumn & { hi: Float64Array }] => [
    fingerprint,
    { combine: "sum", hi: new Float64Array(rows), lo: null },
  ]);
  users.forEach((keys, stratum) => {
    const own = parts.map(({ values }) => values[stratum] ?? new Float64Array(keys.length));
    replicateSums(keys, own, replication).forEach((sums, k) => {
      columns[k]?.[1].hi.set(sums, stratum * count);
    });
  });
  return {
    rows,
    strata,
    stratum: Int32Array.from({ length: rows }, (_, row) => Math.floor(row / count)),
    bucket: new Int32Array(rows).fill(noBucket),
    keys: { [replicateKey]: Float64Array.from({ length: rows }, (_, row) => row % count) },
    columns: Object.fromEntries(columns),
  };
}

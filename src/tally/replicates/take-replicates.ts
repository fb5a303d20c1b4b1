import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import { type Column, columnsOfKind } from "../columns.js";
import { binAlias, rewardedPlan, rowsPlan, trajectoryPlan } from "../queries.js";
import type { TallyRequest } from "../request.js";
import { trajectoriesColumn } from "../take.js";
import { noBucket, type TallyColumn, type TallyTable } from "../tally.js";
import { type Replication, replicateSums } from "./replicate-sums.js";
import { type BinnedColumn, type StratifiedValues, valuesOfUsers } from "./values-of-users.js";

/** The table with the sums of every replicate over users, by feed and logging policy. */
export const replicatesTable = "replicates";
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
  perCluster: TallyRequest,
  users: number,
  replication: Replication,
  options?: CallOptions,
): Promise<TallyTable | undefined> {
  const request = byUser(perCluster);
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
  const trajectories = { fingerprint: trajectoriesColumn, aliases: ["trajectory_count_out"] };
  const ofRows = [trajectories, ...rows.map((row) => binned(row, suffix))];
  const others = rewarded.map((column) => binned(column, "_out"));
  const values = valuesOfUsers([
    { table: first, columns: ofRows },
    ...(second === undefined ? [] : [{ table: second, columns: others }]),
  ]);
  return tableOf(values, replication);
}

/** Whether the keys of users are whole numbers that a double holds. */
function haveNumbers({ bucketing, leaves }: TallyRequest): boolean {
  const [least, most] = leaves.column(canonical.user.name);
  const isWhole = bucketing.kind === "hashed" && bucketing.key === "bigint";
  return isWhole && Number.isSafeInteger(least) && Number.isSafeInteger(most);
}

/** One cell a user, feed and logging policy. */
function byUser({ keep: _, ...request }: TallyRequest): TallyRequest {
  const { day: ___, ...spec } = request.log.spec;
  const log: BoundLog = { ...request.log, spec };
  const components = request.components.filter(
    (component) =>
      component.over === "rewarded" || (component.over === "rows" && component.combine !== "max"),
  );
  const structure = { inner: [], outer: [] };
  const bucketing = {
    kind: "exact",
    ...(haveNumbers(request) && { key: "number" as const }),
  } as const;
  return { ...request, log, components, bucketing, structure, daysSpan: false };
}

const binned = ({ fingerprint, alias, scale }: Column, suffix: string): BinnedColumn => ({
  fingerprint,
  aliases:
    scale.kind === "bins"
      ? scale.steps.map((_, bin) => `${binAlias(alias, bin)}${suffix}`)
      : [`${alias}${suffix}`],
});

/** A row a stratum and replicate. A user counts the same in all strata. */
function tableOf(stratified: StratifiedValues, replication: Replication): TallyTable {
  const { strata, places, width } = stratified;
  const { count } = replication;
  const rows = strata.length * count;
  const sums = replicateSums(stratified, replication);
  const columns = [...places].map(([fingerprint, slots]): [string, TallyColumn] => {
    const hi = Float64Array.from({ length: rows }, (_, row) => {
      const place = slots[Math.floor(row / count)] ?? 0;
      return sums[(row % count) * width + place] ?? 0;
    });
    return [fingerprint, { combine: "sum", hi, lo: null }];
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

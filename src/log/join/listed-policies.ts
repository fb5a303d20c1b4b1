import type { LogSpec, PolicyCandidates, PolicySpec } from "../log-spec.js";
import type { SourceSpec } from "../sources/index.js";
import type { JoinKey, JoinSpec } from "./join-spec.js";

/** A log and its policies, each policy by columns of the log's rows. */
export interface ListedPolicies {
  readonly log: LogSpec;
  readonly policies: Readonly<Record<string, PolicySpec>>;
}

/**
 * Policies whose ranks, scores or exposures stand in a table of candidates, as policies by columns that joins bring:
 * one join for each table, and for a score its rank in the whole list. `log.candidates` is the table of a policy by
 * score that names no other.
 */
export function listedPolicies({ log, policies }: ListedPolicies): ListedPolicies {
  const wanted = wantedColumns(log, policies);
  if (wanted.length === 0) return { log, policies };
  const tables = new Map(wanted.map(({ table }) => [identity(table), table]));
  const joins = [...tables].map(([id, table]) =>
    joinOf(
      table,
      wanted.filter((each) => identity(each.table) === id),
    ),
  );
  const named = Object.entries(policies).map(([name, policy]) => {
    const own = wanted.filter((each) => each.policy === name);
    if (own.length === 0) return [name, policy] as const;
    const { candidates: _, score: __, ...rest } = policy;
    return [name, { ...rest, ...Object.fromEntries(own.map(({ key, as }) => [key, as])) }] as const;
  });
  return {
    log: { ...log, join: [...(log.join ?? []), ...joins] },
    policies: Object.fromEntries(named),
  };
}

/** Whether a table of candidates brings the column. */
export const isListed = ({ join = [] }: LogSpec, column: string): boolean =>
  join.some(({ listing, columns }) => listing !== undefined && Object.hasOwn(columns, column));

/** A column of a table of candidates that a policy names. */
interface PolicyColumn {
  readonly policy: string;
  readonly table: PolicyCandidates;
  readonly column: string;
  /** Where the policy names it. */
  readonly field: "rank" | "exposure" | "score";
  /** What it is to the policy: the rank of a score is a rank. */
  readonly key: "rank" | "exposure";
  /** The name that it has among the log's columns. */
  readonly as: string;
}

function wantedColumns(
  log: LogSpec,
  policies: ListedPolicies["policies"],
): readonly PolicyColumn[] {
  const wanted: PolicyColumn[] = [];
  for (const [policy, spec] of Object.entries(policies)) {
    const table = candidatesOf(log, spec);
    if (table === undefined) continue;
    for (const given of ["rank", "exposure", "score"] as const) {
      const column = spec[given];
      if (typeof column !== "string") continue;
      const isScore = given === "score";
      const taken = wanted.map(({ as }) => as);
      const as = free(isScore ? `rank by ${column}` : `${column} of the candidates`, taken);
      wanted.push({ policy, table, column, field: given, key: isScore ? "rank" : given, as });
    }
  }
  return wanted;
}

function candidatesOf(
  { candidates }: LogSpec,
  { candidates: own, score, force }: PolicySpec,
): PolicyCandidates | undefined {
  if (own !== undefined || score === undefined || force !== undefined) return own;
  return candidates && { source: candidates.source };
}

function joinOf({ source, ...keys }: PolicyCandidates, wanted: readonly PolicyColumn[]): JoinSpec {
  const by = <T>(of: (each: PolicyColumn) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(wanted.map((each) => [each.as, of(each)]));
  return {
    source,
    on: keysOf(keys),
    columns: by(({ column }) => column),
    listing: {
      path: `policies.${wanted[0]?.policy}.candidates`,
      paths: by(({ policy, field: given }) => `policies.${policy}.${given}`),
      ranks: wanted.filter(({ field: given }) => given === "score").map(({ as }) => as),
    },
  };
}

/** Trajectory and item always, the feed where the table has one; the item is the last, which breaks ties. */
function keysOf({ trajectory, feed, item }: Omit<PolicyCandidates, "source">): readonly JoinKey[] {
  const key = (log: string, joined: string | undefined): JoinKey =>
    joined === undefined ? { log } : { log, joined };
  const feeds = feed === undefined ? [] : [key("feed", feed)];
  return [key("trajectory", trajectory), ...feeds, key("item", item)];
}

/** Tables of equal sources and keys are one; rows in memory are one only with themselves. */
function identity({ source, ...keys }: PolicyCandidates): string {
  const { trajectory = "", item = "", feed = "" } = keys;
  return JSON.stringify([sourceIdentity(source), trajectory, item, feed]);
}

const sourceIdentity = (source: SourceSpec): string => {
  if (!("rows" in source)) return JSON.stringify(source);
  return typeof source.rows === "string" ? source.rows : source.rows.name;
};

/** A name that no other column of the candidates has; engines ignore case. */
function free(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((each) => each.toLowerCase()));
  const names = [name, ...taken.map((_, i) => `${name} (${i + 2})`)];
  return names.find((each) => !used.has(each.toLowerCase())) ?? name;
}

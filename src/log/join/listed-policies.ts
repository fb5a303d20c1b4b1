import type { LogSpec, PolicyCandidates, PolicySpec } from "../log-spec.js";
import type { SourceSpec } from "../sources/index.js";
import type { JoinKey, JoinSpec } from "./join-spec.js";

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
  const columns = wantedColumns(log, policies);
  if (columns.length === 0) return { log, policies };
  const tables = new Map(columns.map(({ table }) => [identity(table), table]));
  const joins = [...tables].map(([id, table]) =>
    joinOf(
      table,
      columns.filter((column) => identity(column.table) === id),
    ),
  );
  const named = Object.entries(policies).map(([name, policy]) => {
    const ofPolicy = columns.filter((column) => column.policy === name);
    if (ofPolicy.length === 0) return [name, policy] as const;
    const { candidates: _, score: __, ...rest } = policy;
    return [
      name,
      { ...rest, ...Object.fromEntries(ofPolicy.map(({ key, as }) => [key, as])) },
    ] as const;
  });
  return {
    log: { ...log, join: [...(log.join ?? []), ...joins] },
    policies: Object.fromEntries(named),
  };
}

export const isListed = ({ join = [] }: LogSpec, column: string): boolean =>
  join.some(({ listing, columns }) => listing !== undefined && Object.hasOwn(columns, column));

interface PolicyColumn {
  readonly policy: string;
  readonly table: PolicyCandidates;
  readonly column: string;
  /** Where the policy names it. */
  readonly field: "rank" | "exposure" | "score";
  /** What it is to the policy: the rank of a score is a rank. */
  readonly key: "rank" | "exposure";
  readonly as: string;
}

function wantedColumns(
  log: LogSpec,
  policies: ListedPolicies["policies"],
): readonly PolicyColumn[] {
  const columns: PolicyColumn[] = [];
  for (const [policy, spec] of Object.entries(policies)) {
    const table = candidatesOf(log, spec);
    if (table === undefined) continue;
    for (const field of ["rank", "exposure", "score"] as const) {
      const column = spec[field];
      if (typeof column !== "string") continue;
      const isScore = field === "score";
      const names = columns.map(({ as }) => as);
      const as = free(isScore ? `rank by ${column}` : `${column} of the candidates`, names);
      columns.push({ policy, table, column, field, key: isScore ? "rank" : field, as });
    }
  }
  return columns;
}

function candidatesOf(
  { candidates }: LogSpec,
  { candidates: table, score, force }: PolicySpec,
): PolicyCandidates | undefined {
  if (table !== undefined || score === undefined || force !== undefined) return table;
  return candidates && { source: candidates.source };
}

function joinOf({ source, ...keys }: PolicyCandidates, columns: readonly PolicyColumn[]): JoinSpec {
  const by = <T>(of: (column: PolicyColumn) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(columns.map((column) => [column.as, of(column)]));
  return {
    source,
    on: keysOf(keys),
    columns: by(({ column }) => column),
    listing: {
      path: `policies.${columns[0]?.policy}.candidates`,
      paths: by(({ policy, field }) => `policies.${policy}.${field}`),
      ranks: columns.filter(({ field }) => field === "score").map(({ as }) => as),
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
function free(name: string, others: readonly string[]): string {
  const used = new Set(others.map((other) => other.toLowerCase()));
  const names = [name, ...others.map((_, i) => `${name} (${i + 2})`)];
  return names.find((candidate) => !used.has(candidate.toLowerCase())) ?? name;
}

import { columnsOf } from "../../sql/columns.js";
import { column, isNull, not } from "../../sql/expression.js";
import { type Named, select } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { type BoundLog, bindLog, roleColumns } from "../bind.js";
import type { LogSpec, PolicySpec } from "../log-spec.js";
import type { Refusals, RoleUse } from "../role.js";
import { readUse, useOf } from "../role-use.js";
import { type RoleName, roles } from "../roles/index.js";

/** Roles that a row of a candidate has; what was viewed and earned, and by whom, is of the log. */
const ofCandidates: readonly RoleName[] = [
  "trajectory",
  "feed",
  "item",
  "cluster",
  "rank",
  "listLength",
  "loggedExposure",
  "prediction",
  "targetRank",
  "targetExposure",
  "shows",
  "loggedPropensity",
  "loggedPlacement",
  "targetPropensity",
  "targetPlacement",
  "remaining",
  "targetRemaining",
];
const members = roles.filter(({ name }) => ofCandidates.includes(name));

/** Roles of candidates that were displayed: NULL in the rows of the others. */
const ofDisplayed: readonly string[] = [
  "rank",
  "loggedExposure",
  "loggedPropensity",
  "loggedPlacement",
  "targetPropensity",
  "targetPlacement",
  "remaining",
  "targetRemaining",
] satisfies readonly RoleName[];

/** Whether all candidates of a log are known, and what of the logging policy is known of each. */
export function candidatesKnown(
  { rows, viewed, candidates, rank }: LogSpec,
  exposure: string | undefined,
): { readonly rank: boolean; readonly exposure: boolean } | undefined {
  if (candidates !== undefined) {
    return { rank: candidates.rank !== undefined, exposure: candidates.exposure !== undefined };
  }
  if (rows !== "offered" || viewed === undefined) return undefined;
  return { rank: rank !== undefined, exposure: exposure !== undefined };
}

function specOf({ source, candidates, rank: _, ...spec }: LogSpec): LogSpec {
  const ofCandidates = { ...spec, source: candidates?.source ?? source };
  return candidates?.rank === undefined ? ofCandidates : { ...ofCandidates, rank: candidates.rank };
}

export function candidateColumns(
  log: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
): readonly string[] {
  return roleColumns(specOf(log), policies, log.candidates?.exposure, members);
}

/** A table of candidates with its roles bound; throws as `bindLog` does. */
export const bindCandidates = (
  log: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  columns: readonly SourceColumn[],
): BoundLog => bindLog(specOf(log), policies, log.candidates?.exposure, columns, members);

export function offeredCandidates(log: BoundLog, columns: readonly SourceColumn[]): BoundLog {
  const { spec, policies, exposure, rows, joins } = log;
  const named = Object.fromEntries(policies.map(({ name, ...policy }) => [name, policy]));
  return { ...bindLog(spec, named, exposure, columns, members), rows, joins };
}

/** Candidates with the rules that hold for all of them. */
export const ruledCandidates = (log: BoundLog): BoundLog => ({
  ...log,
  uses: log.uses.flatMap((use): readonly RoleUse[] => {
    const isExposure = use.role.name === ("loggedExposure" satisfies RoleName);
    if (isExposure) return [{ ...use, role: { ...use.role, refuses: exposureOfCandidate } }];
    return ofDisplayed.includes(use.role.name) ? [] : [use];
  }),
});

/** What was not displayed has the exposure that the logging policy gave it, 0 too. */
const exposureOfCandidate: Refusals = {
  outside: {
    code: "loggingExposureInvalid",
    expected: "an exposure of the logging policy in [0, 1], or null",
    remedy:
      "give every candidate the exposure that the logging policy gave it, displayed or not, and 0 to what it could not have shown",
    low: 0,
    high: 1,
  },
};

/** The displayed candidates with the rules of their rank and of the end of their list; trajectories are read for examples. */
export function displayedRanks(log: BoundLog): BoundLog {
  const displayed = displayedCandidates(log);
  const ruled: readonly string[] = ["rank", "listLength"] satisfies readonly RoleName[];
  const uses = displayed.uses.flatMap((use): readonly RoleUse[] => {
    const { refuses: _, ...named } = use.role;
    if (use.role.name === ("trajectory" satisfies RoleName)) return [{ ...use, role: named }];
    return ruled.includes(use.role.name) ? [use] : [];
  });
  return { ...displayed, uses };
}

export function displayedCandidates(log: BoundLog): BoundLog {
  const use = useOf(log, "rank" satisfies RoleName);
  if (use === undefined) return log;
  const read = new Set(log.uses.flatMap((roleUse) => [...columnsOf(readUse(roleUse))]));
  const names = [...read].map((name): Named => [name, column(name)]);
  return { ...log, rows: select(log.rows, names, { where: not(isNull(readUse(use))) }) };
}

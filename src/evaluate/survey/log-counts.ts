import { InternalError } from "../../errors.js";

/** What a survey may count apart from what its roles count. */
const countNames = [
  "unmatchedRows",
  "unlistedTrajectories",
  "notViewedRows",
  "rowsWithoutUser",
  "excludedTrajectories",
  "excludedRows",
  "fitDaysRows",
  "checkedTrajectories",
  "withoutFirstRank",
  "duplicates",
  "holes",
  "sampledTrajectories",
  "unexposedCandidates",
  "candidatesElsewhere",
] as const;

/**
 * Rows and trajectories of a log by what was counted of them: left out because they break a rule,
 * spanning several days, with ranks that hold no item. A name is absent where nothing counted it.
 */
export type LogCounts = Readonly<
  Partial<Record<(typeof countNames)[number], number>> & Record<OfRole, number>
>;

/** Trajectories that hold several values of a role, under the name that the role gives. */
type OfRole = `several${string}`;

/** What a plan counted by name, as counts of a log. Throws an InternalError for a name that is not known. */
export function asCounts(numbers: Readonly<Record<string, number>>): LogCounts {
  const unknown = Object.keys(numbers).find((name) => !isCountName(name));
  if (unknown === undefined) return Object.freeze({ ...numbers });
  throw new InternalError(`Nothing counts "${unknown}" of a log.`, { known: countNames });
}

export function addCounts(a: LogCounts, b: LogCounts): LogCounts {
  const names = Object.keys({ ...a, ...b }).filter(isCountName);
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

const isCountName = (name: string): name is keyof LogCounts =>
  name.startsWith("several") || (countNames as readonly string[]).includes(name);

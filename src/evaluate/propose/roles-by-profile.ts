import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import type { ColumnProfile, LogProfile } from "../survey/profile-log.js";

type Given = Readonly<Record<string, string>>;

/**
 * Roles by names, and where those say nothing by what columns hold: a rank counts without a gap from 0 or 1, a day
 * is the one date, a reward is 0 or 1. `given` columns of the log section stand.
 */
export function rolesByProfile({ rows, columns }: LogProfile, given: Given = {}): ProposedRoles {
  const named = proposeRoles(columns, given);
  const free = columns.filter(({ name }) => !namesIn(named).includes(name));
  const single = (found: readonly ColumnProfile[], key: string): Given => {
    const [one, ...others] = found;
    return named.log[key] === undefined && one !== undefined && others.length === 0
      ? { [key]: one.name }
      : {};
  };
  const ranks = free.filter((each) => countsWithoutGap(each, rows));
  const days = free.filter(({ type }) => type === "date" || type === "timestamp");
  const roles = proposeRoles(columns, {
    ...given,
    ...named.log,
    ...single(ranks, "rank"),
    ...single(days, "day"),
  });
  if (Object.keys(roles.rewards).length > 0) return roles;
  const taken = namesIn(roles);
  const flags = columns.filter((each) => !taken.includes(each.name) && isFlag(each));
  return { ...roles, rewards: Object.fromEntries(flags.map(({ name }) => [name, name])) };
}

/** The columns that a proposal names. */
export const namesIn = ({ log, rewards, policies }: ProposedRoles): readonly string[] =>
  [log, rewards, ...Object.values(policies)].flatMap((part) => Object.values(part));

/** Longer lists are rare, and numbers without a gap beyond them are keys. */
const longestList = 10_000;

function countsWithoutGap({ values, distinct, range }: ColumnProfile, rows: number): boolean {
  const [low, high] = range ?? [];
  if (typeof low !== "number" || typeof high !== "number" || values < rows) return false;
  return (low === 0 || low === 1) && high >= 3 && high < longestList && distinct === high - low + 1;
}

/** A reward that every row has is a sign of a log of rewarded rows; it is a reward all the same. */
function isFlag({ type, range, distinct }: ColumnProfile): boolean {
  if (type === "boolean") return true;
  const isNumber = type === "bigint" || type === "double" || type === "decimal";
  return isNumber && distinct === 2 && range?.[0] === 0 && range[1] === 1;
}

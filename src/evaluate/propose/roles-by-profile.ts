import { type ProposedRoles, plainName, proposeRoles } from "../../log/propose-study.js";
import type { ColumnProfile, LogProfile } from "../survey/profile-log.js";
import { type GivenRoles, isNumber, namesIn, placeWord } from "./columns.js";

/**
 * Roles by names, and where those say nothing by what columns hold: a rank counts without a gap from 0 or 1, a day
 * is the one date, a reward is 0 or 1. Roles in `before` stand as they are.
 */
export function rolesByProfile(
  { rows, columns }: LogProfile,
  before: GivenRoles = {},
): ProposedRoles {
  const named = proposeRoles(columns, before);
  const free = columns.filter(({ name }) => !namesIn(named).includes(name));
  const counts = free.filter((columnProfile) => countsWithoutGap(columnProfile, rows));
  const byName = counts.filter(({ name }) => placeWord.test(plainName(name)));
  // Without a trajectory, numbers without a gap are keys as likely as places: campaigns, displays.
  const unnamed = named.log.trajectory === undefined ? [] : counts;
  const ranks = byName.length === 0 ? unnamed : shallowest(byName);
  const days = free.filter(({ type }) => type === "date" || type === "timestamp");
  const byValues = { rank: single(ranks), day: single(days) };
  const roles = proposeRoles(columns, { ...before, ...byValues, ...named.log });
  const displayed = columns.find(({ name }) => name === roles.log.rank);
  const policies = columns
    .filter((column) => !namesIn(roles).includes(column.name) && isTarget(column, displayed, rows))
    .map(({ name }) => [policyName(name), { rank: name }] as const);
  const proposed = { ...roles, policies: { ...Object.fromEntries(policies), ...roles.policies } };
  if (Object.keys(roles.rewards).length > 0) return proposed;
  const names = namesIn(proposed);
  const flags = columns.filter((column) => !names.includes(column.name) && isFlag(column));
  return { ...proposed, rewards: Object.fromEntries(flags.map(({ name }) => [name, name])) };
}

const single = ([one, ...others]: readonly ColumnProfile[]): string | undefined =>
  others.length === 0 ? one?.name : undefined;

/** "new_idx" is the rank of policy new. */
function policyName(column: string): string {
  const words = plainName(column)
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => !placeWord.test(word));
  return words.join("-") || "candidate";
}

/**
 * Of two columns that count places, the displayed rank is the one with the lower mean: few people go deep, and a
 * target rank has returned to the middle. Nothing where they are alike, as where all offered rows are logged.
 */
function shallowest(places: readonly ColumnProfile[]): readonly ColumnProfile[] {
  const [first, second] = [...places].sort((a, b) => meanPlace(a) - meanPlace(b));
  if (first === undefined) return [];
  const isClear = second === undefined || meanPlace(first) < 0.98 * meanPlace(second);
  return isClear ? [first] : places;
}

/** The mean of places counted from 1, whether the column counts from 0 or 1. */
const meanPlace = ({ mean, range }: ColumnProfile): number =>
  (mean ?? 0) + 1 - Number(range?.[0] ?? 1);

/** Longer lists are rare, and numbers without a gap beyond them are keys. */
const longestList = 10_000;

/**
 * Places in another list: about as many as displayed ranks, and as deep on average or deeper. A rank may be missing
 * where an item is not shown, and numbers of pages are fewer.
 */
function isTarget(
  column: ColumnProfile,
  displayed: ColumnProfile | undefined,
  rows: number,
): boolean {
  const { name, type, range, distinct } = column;
  const [low, high] = range ?? [];
  if (displayed === undefined || !placeWord.test(plainName(name))) return false;
  if (type !== "bigint" || typeof low !== "number" || typeof high !== "number") return false;
  const isLike = (distinct ?? 0) >= (displayed.distinct ?? 0) / 2 && distinct !== rows;
  return (low === 0 || low === 1) && isLike && meanPlace(column) >= 0.98 * meanPlace(displayed);
}

function countsWithoutGap({ values, distinct, range }: ColumnProfile, rows: number): boolean {
  const [low, high] = range ?? [];
  if (typeof low !== "number" || typeof high !== "number" || values < rows) return false;
  return (low === 0 || low === 1) && high >= 3 && high < longestList && distinct === high - low + 1;
}

/** A reward that every row has is a sign of a log of rewarded rows; it is a reward all the same. */
function isFlag({ type, range, distinct }: ColumnProfile): boolean {
  if (type === "boolean") return true;
  return isNumber(type) && distinct === 2 && range?.[0] === 0 && range[1] === 1;
}

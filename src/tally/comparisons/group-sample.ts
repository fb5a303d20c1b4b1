import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { isFeed } from "../../log/feeds.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { square } from "../../numeric/elementary/square.js";
import { apply, bigint, caseWhen, type Expression, equal } from "../../sql/expression.js";
import type { TallyTable } from "../tally.js";
import type { ComparisonRequest, GroupSample } from "./comparison-request.js";
import { groupsOfComparisons } from "./comparison-request.js";
import { groupKey } from "./comparison-shapes.js";

export const everyUser: GroupSample = { halvings: 0, byFeed: new Map() };

/** About so many rows tell groups apart, and at least so many of each feed that has them. */
const [rowsOfGroups, rowsOfFeed] = [2 ** 20, 2 ** 17];
/** So many rows of a sample are few next to those of the log. */
const mostHalvings = 8;

/** The sample of a log with so many rows of each feed; everybody of a small log. */
export function groupSampleOf(
  rowsByFeed: ReadonlyMap<string | null, number>,
  [wholeRows, least]: readonly [log: number, feed: number] = [rowsOfGroups, rowsOfFeed],
): GroupSample {
  const rows = [...rowsByFeed.values()].reduce((sum, size) => sum + size, 0);
  const halvings = Math.min(mostHalvings, Math.max(0, Math.ceil(log2(rows / wholeRows))));
  const most = (size: number): number => Math.max(0, Math.floor(log2(size / least)));
  const halved = [...rowsByFeed].flatMap(([feed, size]): [string, number][] =>
    feed === null || most(size) >= halvings ? [] : [[feed, most(size)]],
  );
  return { halvings, byFeed: new Map(halved) };
}

export const halvingsOf = ({ halvings, byFeed }: GroupSample, feed: string | null): number =>
  (feed === null ? undefined : byFeed.get(feed)) ?? halvings;

/** Whether groups are told apart among all rows. */
export const isOfEveryUser = ({ halvings }: GroupSample): boolean => halvings === 0;

/** The rows of the users whose groups are told apart, where these are a sample. */
export const sampleOfUsers = ({
  base,
  groups = everyUser,
}: Pick<ComparisonRequest, "base" | "groups">): readonly Expression[] =>
  isOfEveryUser(groups) ? [] : [isOfSample(base.log, groups)];

/** The same, where holding these rows costs less than it saves: not those of half of the users. */
export const sampleWorthHolding = (
  request: Pick<ComparisonRequest, "base" | "groups">,
): readonly Expression[] => ((request.groups?.halvings ?? 0) < 2 ? [] : sampleOfUsers(request));

export function isOfSample(log: BoundLog, { halvings, byFeed }: GroupSample): Expression {
  const maskOf = (times: number): Expression => bigint((1n << BigInt(times)) - 1n);
  const branches = [...byFeed].map(([feed, rate]) => ({
    when: isFeed(log, feed),
    then: maskOf(rate),
  }));
  const mask = branches.length === 0 ? maskOf(halvings) : caseWhen(branches, maskOf(halvings));
  const hash = apply("nativeHash", canonical.user);
  return equal(apply("bitAnd", hash, mask), bigint(0n));
}

/** The group of a row of a sampled user; of any other row `groupsOfComparisons`, which is the group of none. */
export const sampledGroup = (log: BoundLog, sample: GroupSample, group: Expression): Expression =>
  caseWhen([{ when: isOfSample(log, sample), then: group }], bigint(BigInt(groupsOfComparisons)));

/** Groups whose rows differ by more than this share of their mean say that few users carry the sample. */
const mostUneven = 0.3;

/** Whether the sample of a feed is of too few users to tell errors by. */
export function isUneven(table: TallyTable, sample: GroupSample): boolean {
  const rows = table.columns.rows?.hi;
  const groups = table.keys[groupKey];
  const byStratum = table.strata.map(() => new Float64Array(groupsOfComparisons + 1));
  for (let row = 0; row < table.rows; row++) {
    const values = byStratum[table.stratum[row] ?? 0];
    const group = groups?.[row] ?? 0;
    if (values !== undefined) values[group] = (values[group] ?? 0) + (rows?.[row] ?? 0);
  }
  return table.strata.some(({ feed }, at) => {
    const sizes = (byStratum[at] ?? new Float64Array()).subarray(0, groupsOfComparisons);
    if (halvingsOf(sample, feed) === 0) return false;
    const mean = sizes.reduce((sum, size) => sum + size, 0) / groupsOfComparisons;
    const spread = sizes.reduce((sum, size) => sum + square(size - mean), 0) / groupsOfComparisons;
    return !(Math.sqrt(spread) <= mostUneven * mean);
  });
}

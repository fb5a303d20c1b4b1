import { canonical } from "../../log/canonical.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import {
  bigint,
  caseWhen,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  minus,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import { bucketColumn } from "../cells.js";
import { scaledStages } from "../queries.js";
import type { SumOf } from "../shape.js";
import type { ComparisonRequest, Period } from "./comparison-request.js";
import { type ComparisonSessions, laterSessionsOfComparisons } from "./comparison-shapes.js";
import { type ComparisonStatement, cellsOf, grouping } from "./comparison-statement.js";
import { sampleOfUsers } from "./group-sample.js";
import { periodOf } from "./periods.js";
import { inSteps, type SessionSum, sessionSums } from "./session-sums.js";
import { sessions } from "./trajectories-of-comparisons.js";
import { columnUpTo } from "./weights-of-comparisons.js";

/** Sessions of a user are told apart by the part of the days in which they are: so many at most. */
const mostParts = 7;
/** Sessions that a user is taken to have at most before the last digits of a sum depend on its order. */
const sessionsOfUser = 2 ** 10;
const bitsOfCentred = 12;

const [feed, user] = [canonical.feed.name, canonical.user.name];

/**
 * Pairs of sessions of one user in two parts of the days: what the later one earns times Σ(w − 1) of the earlier one's
 * views, and the other way round. Σ(w − 1) is less its mean over sessions of the same depth and part.
 */
export function laterSessions(
  request: ComparisonRequest,
): readonly ComparisonStatement<ComparisonSessions>[] {
  const { rewards, excess } = sessionSums(request);
  if (excess.length === 0) return [];
  const parts = partsOf(request);
  const values = [...valuesOfUser(request, parts)].map(
    ([name, value], at) => [name, { ...value, alias: `v_${at}` }] as const,
  );
  const relation = select(usersWithSums(request, parts, rewards, excess), [
    ["k_feed", column(feed)],
    ["k_user", column(user)],
    ...values.map(([, { alias, value }]): Named => [alias, value]),
    ...bucketColumn(grouping(request), column(user), "fewRows"),
  ]);
  const columns = values.map(
    ([name, { alias, bound }]) => [name, columnUpTo(request, alias, column(alias), bound)] as const,
  );
  const sums = columns.flatMap(([, sum]) => scaledStages(sum, sum.component.value));
  return [
    {
      into: laterSessionsOfComparisons,
      over: "users",
      cells: cellsOf(request, "later sessions of users", relation, "k_user", [], sums, "k_feed"),
      keys: [],
      columns: new Map(columns),
    },
  ];
}

/** The parts of the days of a request, joined to fewer. */
function partsOf({ periods = [] }: ComparisonRequest): readonly Period[] {
  const size = Math.ceil(periods.length / mostParts);
  return periods.flatMap((period, at) => {
    const last = periods[Math.min(at + size, periods.length) - 1] ?? period;
    return at % size === 0 ? [{ first: period.first, last: last.last }] : [];
  });
}

/** Sessions with their sums, of which those of weights are less the mean of their depth and part. */
function centredSessions(
  request: ComparisonRequest,
  parts: readonly Period[],
  rewards: readonly SessionSum[],
  excess: readonly SessionSum[],
): Relation {
  const [where] = sampleOfUsers(request);
  const sums = [...rewards, ...excess].map(({ alias }): Named => [alias, column(alias)]);
  const relation = select(sessions(request), [
    [feed, column("k_feed")],
    [user, column("k_user")],
    ["k_depth", column("k_depth")],
    ["k_part", periodOf({ ...request, periods: parts }, column("k_day"))],
    ...sums,
  ]);
  const names = [feed, user, "k_depth", "k_part"].map((name): Named => [name, column(name)]);
  const ofSample = select(relation, [...names, ...sums], { where });
  const keys = [feed, "k_part", "k_depth"];
  const ofKeys = group(ofSample, keys, [
    ["m_sessions", count()],
    ...excess.map(({ alias }): Named => [`m_${alias}`, sum(column(alias))]),
  ]);
  const sessionsOfKeys = cast(column("m_sessions"), "double");
  const means = select(ofKeys, [
    ...keys.map((key): Named => [`m_${key}`, column(key)]),
    ...excess.map(
      ({ alias }): Named => [`m_${alias}`, divide(column(`m_${alias}`), sessionsOfKeys)],
    ),
  ]);
  const joined = join(
    "inner",
    ofSample,
    means,
    keys.map((key) => [key, `m_${key}`] as const),
  );
  return select(joined, [
    ...names,
    ...rewards.map(({ alias }): Named => [alias, column(alias)]),
    ...excess.map(
      ({ alias }): Named => [
        alias,
        inSteps(minus(column(alias), column(`m_${alias}`)), -bitsOfCentred),
      ],
    ),
  ]);
}

const inPart = (alias: string, part: number): string => `${alias}_${part}`;
const sessionsIn = "k_sessions";

function usersWithSums(
  request: ComparisonRequest,
  parts: readonly Period[],
  rewards: readonly SessionSum[],
  excess: readonly SessionSum[],
): Relation {
  const summed = [
    [sessionsIn, double(1)] as const,
    ...[...rewards, ...excess].map(({ alias }) => [alias, column(alias)] as const),
  ];
  return group(
    centredSessions(request, parts, rewards, excess),
    [feed, user],
    [
      ...parts.flatMap(({ first }, part) =>
        summed.map(([alias, value]): Named => {
          const when = equal(column("k_part"), bigint(BigInt(first)));
          return [inPart(alias, part), sum(caseWhen([{ when, then: value }], double(0)))];
        }),
      ),
      ...excess.map(
        ({ alias }): Named => [`${alias}_squares`, sum(times(column(alias), column(alias)))],
      ),
    ],
  );
}

interface OfUser {
  readonly value: Expression;
  readonly bound: number;
}

function valuesOfUser(
  request: ComparisonRequest,
  parts: readonly Period[],
): ReadonlyMap<SumOf<ComparisonSessions>, OfUser> {
  const { rewards, excess } = sessionSums(request);
  // Of a sample of sessions there are fewer pairs still.
  const thinned = double(powerOfTwo(-(request.trajectoryHalvings ?? 0)));
  const all = (alias: string): Expression =>
    parts.map((_, part) => column(inPart(alias, part))).reduce(plus);
  /** Over pairs of sessions in two parts: one value of the earlier, another of the later. */
  const pairs = (earlier: string, later: string): Expression =>
    parts
      .slice(1)
      .map((_, at) => {
        const before = parts.slice(0, at + 1).map((__, part) => column(inPart(earlier, part)));
        return times(before.reduce(plus), column(inPart(later, at + 1)));
      })
      .reduce(plus);
  const n = all(sessionsIn);
  const most = sessionsOfUser * sessionsOfUser;
  const bothWays = (name: string, x: SessionSum, other: string, bound: number) => [
    [`${name} after`, { value: pairs(x.alias, other), bound: most * x.bound * bound }] as const,
    [`${name} before`, { value: pairs(other, x.alias), bound: most * x.bound * bound }] as const,
  ];
  return new Map<SumOf<ComparisonSessions>, OfUser>([
    ["sessions", { value: n, bound: sessionsOfUser }],
    ["pairs", { value: times(double(0.5), times(n, minus(n, double(1)))), bound: most }],
    ["apart", { value: pairs(sessionsIn, sessionsIn), bound: most }],
    ...rewards.map(
      ({ of, alias, bound }) =>
        [`${of} reward`, { value: all(alias), bound: sessionsOfUser * bound }] as const,
    ),
    ...excess.flatMap((x) => [
      [
        `${x.of} squares`,
        { value: times(thinned, column(`${x.alias}_squares`)), bound: most * x.bound * x.bound },
      ] as const,
      ...bothWays(x.of, x, sessionsIn, 1),
      ...rewards.flatMap((y) => bothWays(`${x.of} ${y.of}`, x, y.alias, y.bound)),
    ]),
  ]);
}

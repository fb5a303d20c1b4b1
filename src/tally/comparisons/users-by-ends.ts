import { canonical } from "../../log/canonical.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import { outputColumns } from "../../sql/columns.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  type Expression,
  indicator,
  sum,
  times,
} from "../../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import type { SumOf } from "../shape.js";
import type { ComparisonRequest } from "./comparison-request.js";
import {
  type ComparisonUsers,
  readerKey,
  sessionsKey,
  usersOfComparisons,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOfEverybody,
  oneGroup,
} from "./comparison-statement.js";
import { everyUser } from "./group-sample.js";
import { sampledTrajectories } from "./sampled-trajectories.js";
import { endsKnown, endsOf, trajectories } from "./trajectories-of-comparisons.js";

/** Shorter lists are viewed to the end by nearly everybody. */
const slotsOfLongList = 6;
/** Sizes of users: 2^size sessions or more, and fewer than twice as many but for the largest. */
const largest = 5;

const [sessions, ended] = [column("u_sessions"), column("u_ended")];
const atLeast = (count: number): Expression => apply(">=", sessions, bigint(BigInt(count)));
const isReader = and([
  atLeast(2),
  apply(">=", times(ended, bigint(5n)), times(sessions, bigint(4n))),
]);
const size = caseWhen(
  Array.from({ length: largest }, (_, at) => largest - at).map((exponent) => ({
    when: atLeast(powerOfTwo(exponent)),
    then: bigint(BigInt(exponent)),
  })),
  bigint(0n),
);

/** Every user of a feed with the sessions on lists of six slots or more, and those of them that end at the list's end. */
function users(request: ComparisonRequest): Relation {
  const long = select(
    trajectories(request),
    [
      ["h_feed", column("k_feed")],
      ["h_user", column("k_user")],
      ["k_at_end", endsOf(request).atEnd],
    ],
    { where: apply(">=", column("d_length"), bigint(BigInt(slotsOfLongList))) },
  );
  return group(
    long,
    ["h_feed", "h_user"],
    [
      ["u_sessions", count()],
      ["u_ended", cast(sum(column("k_at_end")), "bigint")],
    ],
  );
}

/** Users by how many sessions they have, and whether they view at least four in five of these to the end. */
export function usersByEnds(
  request: ComparisonRequest,
): ComparisonStatement<ComparisonUsers> | undefined {
  const { user } = request.base.log.spec;
  if (user === undefined || !endsKnown(request).hasLists) return undefined;
  const relation = select(users(request), [
    ["h_feed", column("h_feed")],
    oneGroup,
    [sessionsKey, size],
    [readerKey, indicator(isReader)],
    ["u_sessions", sessions],
    ["u_ended", ended],
  ]);
  const keys = [sessionsKey, readerKey] as const;
  const sums: Named[] = [
    ["l_users", count()],
    ["l_sessions", cast(sum(sessions), "bigint")],
    ["l_ended", cast(sum(ended), "bigint")],
  ];
  return {
    into: usersOfComparisons,
    over: "users",
    cells: cellsOfEverybody(request, "users by the ends of their lists", relation, keys, sums),
    keys,
    columns: new Map<SumOf<ComparisonUsers>, ComparisonColumn>([
      ["users", "l_users"],
      ["sessions", "l_sessions"],
      ["ended", "l_ended"],
    ]),
  };
}

/** The request for the rows alone of users with 2^from sessions or more who view at least four in five to the end. */
export function readersAlone(request: ComparisonRequest, from: number): ComparisonRequest {
  const { offered: _, trajectoryRows: __, trajectoryHalvings = 0, ...comparisons } = request;
  const { keep: ___, samples: ____, rows, ...base } = request.base;
  const readers = select(
    users(request),
    [
      ["r_feed", column("h_feed")],
      ["r_user", column("h_user")],
    ],
    { where: and([isReader, atLeast(powerOfTwo(from))]) },
  );
  const relation = select(
    join("inner", rows, readers, [
      [canonical.feed.name, "r_feed"],
      [canonical.user.name, "r_user"],
    ]),
    (outputColumns(rows) ?? []).map((name): Named => [name, column(name)]),
  );
  const byTrajectory =
    trajectoryHalvings === 0 ? relation : sampledTrajectories(relation, trajectoryHalvings);
  return {
    ...comparisons,
    base: { ...base, rows: relation },
    byTrajectory,
    trajectoryHalvings,
    groups: everyUser,
  };
}

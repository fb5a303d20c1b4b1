import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { depthColumns } from "../../log/depths.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import {
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  type Expression,
  equal,
  indicator,
  isNull,
  max,
  min,
  or,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { bucketColumn } from "../cells.js";
import type { SumOf } from "../shape.js";
import { type ComparisonRequest, deepestDisplayed, placedAt } from "./comparison-request.js";
import {
  type ComparisonDepths,
  type ComparisonLists,
  depthsOfComparisons,
  lengthKey,
  listsOfComparisons,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  grouping,
  heldSample,
  total,
} from "./comparison-statement.js";
import { periodOfTrajectory } from "./periods.js";
import { binnedRank, lastBin } from "./rank-bins.js";
import { sampledTrajectories } from "./sampled-trajectories.js";
import { sessionAggregates } from "./session-sums.js";

/** Trajectories by depth, and of each candidate the last rows that it moves down or drops. */
export function lastRows(request: ComparisonRequest): ComparisonStatement<ComparisonDepths> {
  const { hasLists, hasFlags } = endsKnown(request);
  const inner = trajectories(request);
  const stops = equal(plus(column("k_at_end"), column("k_cut")), bigint(0n));
  const depth = binOfDepth(request);
  const down = (at: number): Expression => {
    const last = lastTarget(request, at);
    return or([equal(last, bigint(0n)), apply(">", last, depth)]);
  };
  const ended = endsOf(request);
  const relation = select(inner, [
    ["k_feed", column("k_feed")],
    ["k_user", column("k_user")],
    ["k_depth", column("k_depth")],
    ["k_at_end", ended.atEnd],
    ["k_cut", ended.cut],
    ...packed(request).map(([alias]): Named => [alias, column(alias)]),
    ...periodOfTrajectory(request),
    ...bucketColumn(grouping(request), column("k_user"), "fewRows"),
  ]);
  const mayEnd = hasLists || hasFlags;
  const sums: Named[] = [
    ["l_trajectories", count()],
    ...(hasLists ? [["l_at_end", cast(sum(column("k_at_end")), "bigint")] as const] : []),
    ...(hasFlags ? [["l_cut", cast(sum(column("k_cut")), "bigint")] as const] : []),
    ...(mayEnd ? [["l_stops", total(stops)] as const] : []),
    ...request.targets.flatMap((_, at): Named[] => [
      [`l_down_${at}`, total(down(at))],
      ...(mayEnd ? [[`l_down_stops_${at}`, total(apply("and", stops, down(at)))] as const] : []),
    ]),
  ];
  const keys = ["k_depth", ...periodOfTrajectory(request).map(([alias]) => alias)] as const;
  return {
    into: depthsOfComparisons,
    over: "trajectories",
    cells: cellsOf(request, "depths and last rows", relation, "k_user", keys, sums, "k_feed"),
    keys,
    columns: new Map<SumOf<ComparisonDepths>, ComparisonColumn>([
      ["trajectories", "l_trajectories"],
      ["atEnd", hasLists ? "l_at_end" : null],
      ["cut", hasFlags ? "l_cut" : null],
      ["stops", mayEnd ? "l_stops" : "l_trajectories"],
      ...request.targets.flatMap((name, at): [SumOf<ComparisonDepths>, string][] => [
        [`${name} down`, `l_down_${at}`],
        [`${name} downAmongStops`, mayEnd ? `l_down_stops_${at}` : `l_down_${at}`],
      ]),
    ]),
  };
}

/** The bin of a trajectory's depth; without ranks a depth counts rows. */
export const binOfDepth = ({ base }: ComparisonRequest, depth = "k_depth"): Expression =>
  base.log.spec.rank === undefined
    ? column(depth)
    : binnedRank(column(depth), deepestDisplayed(base));

/**
 * Targets of last rows ride in one number with the displayed rank, ten bits each, the rank's first: the
 * largest is that of the deepest row. One aggregate is enough for five policies; for fewer where ranks have more
 * than 13 bits.
 */
const [bitsOfTarget, bitsOfAll, mostInOne] = [10, 63, 5];
const shifted = (value: Expression, ranks: number): Expression =>
  times(value, bigint(1n << BigInt(bitsOfTarget * ranks)));

function targetsInOne({ base }: ComparisonRequest): number {
  const bits = Math.ceil(log2(Math.min(deepestDisplayed(base), 2 ** 33) + 1));
  return Math.min(mostInOne, Math.floor((bitsOfAll - bits) / bitsOfTarget));
}

function packed(request: ComparisonRequest): readonly Named[] {
  const { base, targets } = request;
  const inOne = targetsInOne(request);
  return targets
    .filter((_, at) => at % inOne === 0)
    .map((_, part): Named => {
      const names = targets.slice(part * inOne, (part + 1) * inOne);
      const values = names.map((target, at) => shifted(placedAt(base, target), at));
      return [`k_last_${part}`, max(values.reduce(plus, shifted(canonical.rank, inOne)))];
    });
}

function lastTarget(request: ComparisonRequest, at: number): Expression {
  const inOne = targetsInOne(request);
  const by = bigint(BigInt(bitsOfTarget * (at % inOne)));
  const last = apply("shiftRight", column(`k_last_${Math.floor(at / inOne)}`), by);
  return apply("bitAnd", last, bigint((1n << BigInt(bitsOfTarget)) - 1n));
}

/** Trajectories with their depth and last targets; several statements read them, so engines may hold them. */
export function trajectories(request: ComparisonRequest): Relation {
  const { base, byTrajectory, trajectoryRows, trajectoryHalvings = 0 } = request;
  if (base.log.spec.trajectory === undefined) return rowsAsTrajectories(request);
  const aggregates = trajectoryAggregates(request);
  const day: readonly Named[] =
    request.periods === undefined ? [] : [["k_day", min(canonical.day)]];
  const named = (user: string, ofDay: string): readonly Named[] => [
    ["k_trajectory", canonical.trajectory],
    ["k_feed", canonical.feed],
    ["k_user", column(user)],
    ["k_depth", column("d_depth")],
    ...day.map(([alias]): Named => [alias, column(ofDay)]),
    ...aggregates.slice(1).map(([alias]): Named => [alias, column(alias)]),
  ];
  if (trajectoryRows !== undefined) {
    const isSampled = trajectoryHalvings > 0;
    const sample = isSampled
      ? sampledTrajectories(trajectoryRows, trajectoryHalvings)
      : trajectoryRows;
    return select(sample, named("t_user", "t_day"));
  }
  const first: Named = ["k_user", min(canonical.user)];
  const grouped = group(byTrajectory, trajectoryKeys, [first, ...day, ...aggregates]);
  return select(
    grouped,
    named("k_user", "k_day"),
    base.keep === undefined ? {} : { keep: base.keep },
  );
}

/**
 * What is read of a trajectory's rows: its depth, how its list ends, the targets of its last row, and what its session
 * adds up where `sessions` do not read the rows themselves.
 */
export function trajectoryAggregates(request: ComparisonRequest): readonly Named[] {
  const [, ...ends] = depthColumns(request.base.log).inner;
  const sums = heldSample(request) === undefined ? sessionAggregates(request) : [];
  return [depthOf(request), ...ends, ...packed(request), ...sums];
}

/** Without ranks a trajectory is as deep as it has rows. */
const depthOf = ({ base: { log } }: ComparisonRequest): Named =>
  log.spec.rank === undefined ? ["d_depth", count()] : depthColumns(log).inner[0];

/** Trajectories with their depth and the sums of sessions: of sampled users alone, where their rows are held. */
export function sessions(request: ComparisonRequest): Relation {
  const { trajectoryHalvings = 0 } = request;
  const held = heldSample(request);
  if (held === undefined) return trajectories(request);
  const rows = trajectoryHalvings === 0 ? held : sampledTrajectories(held, trajectoryHalvings);
  const sums = sessionAggregates(request);
  const grouped = group(rows, trajectoryKeys, [
    ["k_user", min(canonical.user)],
    ["k_day", min(canonical.day)],
    depthOf(request),
    ...sums,
  ]);
  return select(grouped, [
    ["k_feed", canonical.feed],
    ["k_user", column("k_user")],
    ["k_day", column("k_day")],
    ["k_depth", column("d_depth")],
    ...sums.map(([alias]): Named => [alias, column(alias)]),
  ]);
}

/** A log without trajectories: every row is one, of one view. */
function rowsAsTrajectories({ byTrajectory, periods }: ComparisonRequest): Relation {
  return select(byTrajectory, [
    ["k_feed", canonical.feed],
    ["k_user", canonical.user],
    ["k_depth", bigint(1n)],
    ...(periods === undefined ? [] : [["k_day", canonical.day] as const]),
  ]);
}

/** What a log says of how its trajectories end: nothing where every row counts as one. */
export function endsKnown({ base: { log } }: ComparisonRequest): {
  readonly hasLists: boolean;
  readonly hasFlags: boolean;
} {
  const { trajectory, listLength, censored } = log.spec;
  const isJoined = trajectory !== undefined;
  return {
    hasLists: isJoined && listLength !== undefined,
    hasFlags: isJoined && censored !== undefined,
  };
}

/** Whether the list ended at the deepest view, and whether a flag says that the end was not seen. */
export function endsOf(request: ComparisonRequest): {
  readonly atEnd: Expression;
  readonly cut: Expression;
} {
  const { hasLists, hasFlags } = endsKnown(request);
  const atEnd = hasLists
    ? indicator(apply(">=", column("k_depth"), column("d_length")))
    : bigint(0n);
  if (!hasFlags) return { atEnd, cut: bigint(0n) };
  const flagged = equal(column("d_flag"), column("k_depth"));
  const notAtEnd = hasLists ? [apply("<", column("k_depth"), column("d_length"))] : [];
  return { atEnd, cut: indicator([flagged, ...notAtEnd].reduce((a, b) => apply("and", a, b))) };
}

/** Trajectories by the length of their list, where a rate of views needs it: in logs with flagged cuts. */
export function listLengths(
  request: ComparisonRequest,
): readonly ComparisonStatement<ComparisonLists>[] {
  const { hasLists, hasFlags } = endsKnown(request);
  if (!hasLists || !hasFlags) return [];
  const length = column("d_length");
  const endless = { when: isNull(length), then: bigint(BigInt(lastBin)) };
  const [, longest] = request.base.leaves.column(canonical.listLength.name);
  const relation = select(trajectories(request), [
    ["k_feed", column("k_feed")],
    ["k_user", column("k_user")],
    [lengthKey, caseWhen([endless], binnedRank(length, longest))],
    ...bucketColumn(grouping(request), column("k_user"), "fewRows"),
  ]);
  const sums: Named[] = [["l_trajectories", count()]];
  return [
    {
      into: listsOfComparisons,
      over: "trajectories",
      cells: cellsOf(request, "lengths of lists", relation, "k_user", [lengthKey], sums, "k_feed"),
      keys: [lengthKey],
      columns: new Map([["trajectories", "l_trajectories"]]),
    },
  ];
}

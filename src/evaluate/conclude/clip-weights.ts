import type { Diagnosis } from "../../diagnostics/index.js";
import { type Facts, isReason, type Reason, reason } from "../../errors.js";
import { allFeeds } from "../../inference/scope.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { atFeed } from "../../log/feeds.js";
import { square } from "../../numeric/elementary/square.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import { columnsOf } from "../../sql/columns.js";
import { compile } from "../../sql/compile.js";
import {
  type ComparisonPairs,
  pairsOfComparison,
} from "../../tally/comparisons/comparison-shapes.js";
import { lastBin, ranksApart } from "../../tally/comparisons/rank-bins.js";
import { factorByRanks } from "../../tally/factor-by-ranks.js";
import { rankKey, targetKey } from "../../tally/pairs-table.js";
import { type TableOf, tableIn } from "../../tally/shape.js";
import type { TallyTable } from "../../tally/tally.js";
import { eachInTurn } from "../each-in-turn.js";
import type { ClipPoint, ClipWeights } from "./choices.js";
import { type ClipList, type ClippedAnswer, othersOf } from "./clips-by-halves.js";

export interface WeightSource {
  readonly log: BoundLog;
  readonly tables: Readonly<Record<string, TallyTable>>;
  /** One of them has the unclipped weights among its facts. */
  readonly diagnoses: readonly Diagnosis[];
}

/**
 * The effective sample size and the bias bound of every clip of a list: Σw and Σw² follow from the rows at each
 * displayed and target rank, which the tally holds for the checks of verdicts. Where they do not give the weights
 * that the diagnostics print, as of logged exposures, the reason stands in their place.
 */
export async function clipWeights(
  lists: readonly ClipList[],
  source: WeightSource,
  signal?: AbortSignal,
): Promise<readonly ClipWeights[]> {
  const byKey = new Map<string, ClipList>();
  for (const list of lists) {
    const row = list.clipped[0]?.row;
    if (row === undefined) continue;
    const { policy, estimand, scope } = row;
    const others = othersOf(row, list.limit);
    const key = JSON.stringify([list.limit, policy.name, estimand, scope.feed, others]);
    if (!byKey.has(key)) byKey.set(key, list);
  }
  const reader: WeightReader = {
    log: source.log,
    cells: once((target) => cellsIn(tableIn(source.tables, pairsOfComparison(target)))),
    printed: printedIn(source.diagnoses),
  };
  return (await eachInTurn(byKey.values(), (list) => weightsOf(list, reader), signal)).flat();
}

interface WeightReader {
  readonly log: BoundLog;
  /** Rows by ranks, by the column of target ranks; studies may have many feeds. */
  readonly cells: (target: string) => Cells | undefined;
  readonly printed: ReadonlyMap<string, readonly Facts[]>;
}

function once<T>(read: (name: string) => T): (name: string) => T {
  const values = new Map<string, T>();
  return (name) => {
    if (!values.has(name)) values.set(name, read(name));
    return values.get(name) as T;
  };
}

const printedKey = (policy: string | null, feed: string | null): string =>
  JSON.stringify([policy, feed]);

function printedIn(diagnoses: readonly Diagnosis[]): WeightReader["printed"] {
  const ofWeights = diagnoses.filter(
    ({ estimator, facts }) => estimator === null && facts.effectiveSampleSize !== undefined,
  );
  const groups = groupedBy(ofWeights, ({ policy, feed }) => printedKey(policy, feed));
  return new Map(
    groups.map((group) => [
      printedKey(group[0]?.policy ?? null, group[0]?.feed ?? null),
      group.map(({ facts }) => facts),
    ]),
  );
}

function weightsOf({ limit, clipped }: ClipList, reader: WeightReader): readonly ClipWeights[] {
  const [first] = clipped;
  if (first === undefined) return [];
  const { policy, estimand, scope, request } = first.row;
  const key = { policy: policy.name, estimand, feed: scope.feed, estimator: request.name, limit };
  const none = { ...key, none: unknown(policy.name, request.name) };
  const sums = clipped.map((answer) => sumsOf(answer, reader));
  const [whole] = sums;
  if (whole === undefined || !isPrinted(first, whole, reader)) return [none];
  const points = clipped.map((answer, at) => pointOf(answer, sums[at], whole));
  return [points.includes(undefined) ? none : { ...key, points: points.reverse() as ClipPoint[] }];
}

const unknown = (policy: string, estimator: string): Reason =>
  reason(
    "clipWeightsUnknown",
    `The effective sample size and the bias bound of each clip are not known for ${policy} by ${estimator}: they are read from rows by displayed and target rank, and its weights do not follow from these. The diagnostics have the unclipped weights; clipBound bounds the bias of a clip from candidates.`,
    { policy, estimator },
  );

interface WeightSums {
  readonly sum: number;
  readonly squares: number;
}

/** The sums of an answer's weights; undefined where ranks do not give them. */
function sumsOf({ row }: ClippedAnswer, { log, cells }: WeightReader): WeightSums | undefined {
  const component = rewardedPart(row)?.component;
  const factors = component && factorByRanks(component);
  if (component === undefined || factors === undefined || factors.target === null) return undefined;
  const byFeed = cells(factors.target);
  if (byFeed === undefined) return undefined;
  const { feed } = row.scope;
  const names = [canonical.rank.name, factors.target, ...columnsOf(factors.factor.value)];
  let [sum, squares] = [0, 0];
  for (const of of feed === allFeeds ? byFeed.keys() : [feed]) {
    const weightAt = compile(atFeed(log, component.value, of), names);
    for (const { rank, target, count } of byFeed.get(of)?.values() ?? []) {
      // Deeper ranks share bins, and a bin has no weight of its own.
      if (rank > ranksApart || target > ranksApart) return undefined;
      const w = weightAt([rank, target || null, 1]) ?? 0;
      sum += w * count;
      squares += w * w * count;
    }
  }
  return { sum, squares };
}

function rewardedPart({ formula }: ClippedAnswer["row"]) {
  if (isReason(formula)) return undefined;
  const { components, plugIn } = formula;
  const at = components.findIndex(({ over }) => over === "rewarded");
  const component = components[at];
  return component && { component, at, plugIn };
}

interface Cell {
  readonly rank: number;
  readonly target: number;
  count: number;
}

/** Rows by displayed and target rank (0: not shown), feed by feed. */
type Cells = ReadonlyMap<string | null, ReadonlyMap<number, Cell>>;

function cellsIn(table: TableOf<ComparisonPairs> | undefined): Cells | undefined {
  const { hi, lo } = table?.columns.rows ?? {};
  if (table === undefined || hi === undefined) return undefined;
  const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
  const byFeed = new Map<string | null, Map<number, Cell>>();
  for (let row = 0; row < table.rows; row++) {
    const of = table.strata[table.stratum[row] ?? 0]?.feed ?? null;
    const [rank, target] = [ranks?.[row] ?? 1, targets?.[row] ?? 0];
    const cells = byFeed.get(of) ?? new Map<number, Cell>();
    byFeed.set(of, cells);
    const place = rank * (lastBin + 1) + target;
    const cell = cells.get(place) ?? { rank, target, count: 0 };
    cells.set(place, cell);
    cell.count += (hi[row] ?? 0) + (lo?.[row] ?? 0);
  }
  return byFeed;
}

/** Whether unclipped weights are those that the diagnostics print. */
function isPrinted({ row }: ClippedAnswer, whole: WeightSums, { printed }: WeightReader): boolean {
  const facts = printed.get(printedKey(row.policy.name, row.scope.feed)) ?? [];
  return facts.some(
    ({ weight, effectiveSampleSize }) =>
      isNear(whole.sum, weight) && isNear(essOf(whole), effectiveSampleSize),
  );
}

/** Kish's effective sample size. */
const essOf = ({ sum, squares }: WeightSums): number => (squares === 0 ? 0 : square(sum) / squares);

const isNear = (value: number, printed: unknown): boolean =>
  typeof printed === "number" && Math.abs(value - printed) <= 1e-9 * Math.abs(printed);

/**
 * A clip's point: its bound is what the value loses, were every view to earn 1 (1 more than was predicted, where the
 * estimator predicts) times what the clip takes from its weight.
 */
function pointOf(
  { row, answer, limit }: ClippedAnswer,
  sums: WeightSums | undefined,
  whole: WeightSums,
): ClipPoint | undefined {
  const part = rewardedPart(row);
  if (sums === undefined || part === undefined) return undefined;
  const loss = Math.max(0, whole.sum - sums.sum) / answer.n;
  const [lost, kept] = [loss, 0].map((mass) =>
    part.plugIn(answer.means.map((mean, at) => (at === part.at ? mass : mean))),
  );
  if (lost === undefined || kept === undefined || isReason(lost) || isReason(kept))
    return undefined;
  return {
    at: limit === Infinity ? "inf" : limit,
    parameters: row.request.parameters,
    ess: essOf(sums),
    biasBound: lost.value - kept.value,
  };
}

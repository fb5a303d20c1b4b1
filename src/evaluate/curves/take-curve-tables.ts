import type { Component } from "../../estimators/estimator.js";
import type { CurveSpec } from "../../exposure/curve.js";
import { canonical, isColumnOf } from "../../log/canonical.js";
import { columnsOf } from "../../sql/columns.js";
import type { CallOptions, Connection } from "../../sql/engine.js";
import { together } from "../../sql/run/collect.js";
import { fingerprintOf } from "../../tally/columns.js";
import { factorByRanks } from "../../tally/factor-by-ranks.js";
import { regroupWide } from "../../tally/fold.js";
import type { PairStrata } from "../../tally/pairs-plan.js";
import { pairsNeeded, pairsTable } from "../../tally/pairs-table.js";
import type { TallyRequest } from "../../tally/request.js";
import { takePairs } from "../../tally/take-pairs.js";
import { slopesTable, takeSlopes } from "../../tally/take-slopes.js";
import type { TallyTable } from "../../tally/tally.js";
import { dependsOnCurve, slopeOfCurves } from "./curve-slopes.js";

/** Up to this many pairs of ranks come back split by stratum; beyond it, over all days. */
const mostPairs = 400_000;
/** Beyond this many even over all days, each rank is summed up on its own. */
const mostPairsOverDays = 1_000_000;

/** Which curves are fitted, which are only varied by `whatIf`, and over how many strata. */
export interface CurveTablesRequest {
  readonly strata: number;
  readonly fitted: readonly CurveSpec[];
  readonly varied: readonly CurveSpec[];
}

/** Tables by name, and how many of their columns' ranges were too wide to be added exactly. */
export interface CurveTables {
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly inexact: number;
}

/**
 * Takes the sums that the error of a fitted curve follows from: rewards and views by pairs of ranks, and
 * slopes by rank for components that are not sums over pairs (nDCG's ratio, logged exposures). To vary a
 * curve takes pairs only.
 */
export async function takeCurveTables(
  { engine, options }: Connection,
  request: TallyRequest,
  { strata, fitted, varied }: CurveTablesRequest,
): Promise<CurveTables> {
  const slopeOf = slopeOfCurves(fitted);
  const anyOf = slopeOfCurves([...fitted, ...varied]);
  const paired = request.components
    .filter(
      (component) => dependsOnCurve(component, anyOf) && factorByRanks(component) !== undefined,
    )
    .filter((component) => pairsOf(request, component) <= mostPairsOverDays);
  const splitOf = (target: string | null): PairStrata =>
    Math.min(cellsOf(request, target) * strata, request.impressions) <= mostPairs
      ? "strata"
      : "overDays";
  const counted = request.components.filter(
    (component) => fitted.length > 0 && isCountedByPairs(request, component),
  );
  const needed = new Map(pairsNeeded([...paired, ...counted]));
  // Displayed ranks alone need no pass of their own where some pass by pairs is as fine.
  const alone = needed.get(null) ?? [];
  const [host] = [...needed.keys()].filter((t) => t !== null && splitOf(t) === splitOf(null));
  if (alone.length > 0 && host !== undefined) {
    needed.set(host, [...(needed.get(host) ?? []), ...alone]);
    needed.delete(null);
  }
  const others = new Map(
    request.components
      .filter((component) => dependsOnCurve(component, slopeOf))
      .filter((component) => !(paired.includes(component) && isByStratum(component, splitOf)))
      .map((component) => [fingerprintOf(request.log, component), component]),
  );
  const pairs = [...needed].map(([target, factors]) => (callOptions: CallOptions) => {
    const inPairs = { ...request, components: factors };
    return takePairs(engine, inPairs, target, splitOf(target), callOptions);
  });
  const slopes = [...others.values()].map((component) => (callOptions: CallOptions) => {
    const passes = manyRanks(request, component) * strata <= mostPairs ? "one" : "each";
    return takeSlopes(engine, request, component, slopeOf, passes, callOptions);
  });
  const tables = await together(engine, [...pairs, ...slopes], options);
  const moved = tables.slice(pairs.length).map(({ table }) => table);
  const byPairs = [...needed.keys()].map(
    (target, i) => [pairsTable(target), tables[i]?.table] as const,
  );
  return {
    tables: {
      ...Object.fromEntries(byPairs),
      ...(moved.length > 0 && { [slopesTable]: regroupWide(moved) }),
    },
    inexact: tables.reduce((total, { inexact }) => total + inexact, 0),
  };
}

/** Whether pairs are split by stratum: pairs over all days give no slopes of a single day. */
const isByStratum = (
  component: Component,
  splitOf: (target: string | null) => PairStrata,
): boolean => splitOf(factorByRanks(component)?.target ?? null) === "strata";

/** Whether a total (of squares, say, or the largest) follows from counts of pairs of ranks alone. */
export const isCountedByPairs = (request: TallyRequest, component: Component): boolean =>
  component.over === "rows" &&
  component.totalOnly === true &&
  factorByRanks(component) !== undefined &&
  pairsOf(request, component) <= mostPairsOverDays;

/** How many pairs of ranks a component's table may hold; none where it needs no table. */
function pairsOf(request: TallyRequest, component: Component): number {
  const factors = factorByRanks(component);
  return factors === undefined ? 0 : cellsOf(request, factors.target);
}

const cellsOf = ({ leaves }: TallyRequest, target: string | null): number =>
  deepest(leaves, canonical.rank.name) * (target === null ? 1 : deepest(leaves, target));

const deepest = (leaves: TallyRequest["leaves"], name: string): number =>
  Math.max(1, leaves.column(name)[1]);

/** The same of a component over trajectories, by the ranks that it reads. */
const manyRanks = ({ leaves }: TallyRequest, { value }: Component): number =>
  [...columnsOf(value)]
    .filter((name) => isColumnOf(name, "rank") || isColumnOf(name, "targetRank"))
    .reduce((product, name) => product * deepest(leaves, name), 1);

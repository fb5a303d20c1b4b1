import { InternalError, type Reason, reason } from "../../../errors.js";
import type { Component } from "../../../estimators/estimator.js";
import type { CurveSpec } from "../../../exposure/curve-spec.js";
import type { Scope } from "../../../inference/index.js";
import { type BoundLog, canonical, isColumnOf } from "../../../log/index.js";
import { columnsOf, compile } from "../../../sql/index.js";
import {
  factorByRanks,
  fingerprint,
  pairsWith,
  rankKey,
  simplify,
  type TallyTable,
  targetKey,
} from "../../../tally/index.js";
import { type Question, questionsOf } from "../../ask/questions.js";
import { movesWith, slopeOfCurves } from "../../curves/curve-slopes.js";
import type { OpenTally } from "../open-tally.js";

/** The value of every question of a study under another curve, in the order of `Questions.all`. */
export type PointEstimates = (curve: CurveSpec) => readonly (number | Reason)[];

/**
 * Point estimates of one feed under any curve, from its table of rewards by displayed and target rank:
 * no scan, no log. What is no sum over pairs (nDCG's ratio) gives a reason.
 */
export function pointEstimatesIn(
  base: OpenTally,
  scope: Scope,
  feed: string | null,
  wanted: (question: Question) => boolean,
): PointEstimates {
  const cells = pairsBy(base.tally.tables, feed);
  return (curve) => {
    const { study, about, questions } = base;
    const { log, fingerprintOf } = questions;
    const others = questionsOf(study, log, about.survey.summary, { every: curve });
    const slopeOf = slopeOfCurves([curve]);
    return others.all.map(({ formula }, at) => {
      const own = questions.all[at];
      if (own === undefined || !wanted(own)) return notAsked;
      if ("code" in formula) return formula;
      if ("code" in own.formula) return own.formula;
      const means: number[] = [];
      for (const [k, component] of formula.components.entries()) {
        const before = own.formula.components[k];
        if (before === undefined) throw new InternalError("A formula changed with its curve.");
        const mean = movesWith(component, slopeOf)
          ? meanOfPairs(log, component, cells, scope.n)
          : scope.column(fingerprintOf(before)).mean;
        if (typeof mean !== "number") return mean;
        means.push(mean);
      }
      const found = formula.plugIn(means);
      return "code" in found ? found : found.value;
    });
  };
}

const notAsked: Reason = reason("notAsked", "Only the deciding estimator is asked again.");

interface Pairs {
  readonly ranks: Float64Array;
  readonly targets: Float64Array;
  readonly sums: ReadonlyMap<string, Float64Array>;
}

function meanOfPairs(
  log: BoundLog,
  component: Component,
  cells: PairsBy,
  n: number,
): number | Reason {
  const factors = factorByRanks(component);
  const mark = factors === undefined ? "" : fingerprint(log, factors.factor);
  const pairs = factors === undefined ? undefined : cells(factors.target, mark);
  const sums = pairs?.sums.get(mark);
  if (factors === undefined || pairs === undefined || sums === undefined) return notPaired;
  const value = simplify(component.value);
  const rewards = [...columnsOf(value)].filter((name) => isColumnOf(name, "reward"));
  const valueAt = compile(value, [canonical.rank.name, factors.target ?? "h_none", ...rewards]);
  const units = rewards.map(() => 1);
  let total = 0;
  for (let i = 0; i < sums.length; i++) {
    const target = pairs.targets[i] ?? 0;
    const unit = valueAt([pairs.ranks[i] ?? 0, target === 0 ? null : target, ...units]) ?? 0;
    total += (sums[i] ?? 0) * unit;
  }
  return total / n;
}

const notPaired: Reason = reason(
  "needsTheLog",
  "The tally holds no rewards by pairs of ranks for this estimator: take it with a curve that is fitted, or with --what-if, and ask of dcg, ips or snips. nDCG's ratio needs the log again: evaluate a study with the other curve.",
);

/** A table of pairs of one feed, its days and loggers together. */
function overDays(table: TallyTable | undefined, feed: string | null): Pairs | undefined {
  if (table === undefined) return undefined;
  const isHere = table.strata.map((stratum) => stratum.feed === feed);
  const [ranks, targets] = [table.keys[rankKey] ?? [], table.keys[targetKey] ?? []];
  const place = new Map<number, number>();
  const rows: number[] = [];
  const at = Int32Array.from(table.stratum, (stratum, row) => {
    if (isHere[stratum] !== true) return -1;
    const key = (ranks[row] ?? 0) * 2 ** 26 + (targets[row] ?? 0);
    const known = place.get(key) ?? rows.push(row) - 1;
    place.set(key, known);
    return known;
  });
  const sums = Object.entries(table.columns).map(([mark, { hi, lo }]) => {
    const total = new Float64Array(rows.length);
    at.forEach((cell, row) => {
      if (cell >= 0) total[cell] = (total[cell] ?? 0) + (hi[row] ?? 0) + (lo?.[row] ?? 0);
    });
    return [mark, total] as const;
  });
  return {
    ranks: Float64Array.from(rows, (row) => ranks[row] ?? 0),
    targets: Float64Array.from(rows, (row) => targets[row] ?? 0),
    sums: new Map(sums),
  };
}

/** The pairs of a feed that hold a factor, each table added up once. */
type PairsBy = (target: string | null, mark: string) => Pairs | undefined;

function pairsBy(tables: OpenTally["tally"]["tables"], feed: string | null): PairsBy {
  const known = new Map<TallyTable, Pairs | undefined>();
  return (target, mark) => {
    const table = pairsWith(tables, target, mark);
    if (table === undefined) return undefined;
    const pairs = known.get(table) ?? overDays(table, feed);
    known.set(table, pairs);
    return pairs;
  };
}

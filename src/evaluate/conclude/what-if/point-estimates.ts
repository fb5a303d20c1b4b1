import { InternalError, type Reason, reason } from "../../../errors.js";
import type { Component } from "../../../estimators/estimator.js";
import type { CurveSpec } from "../../../exposure/curve.js";
import type { Scope } from "../../../inference/scope.js";
import type { BoundLog } from "../../../log/bind.js";
import { pairKey, rankKey, targetKey } from "../../../tally/pairs-table.js";
import type { TallyTable } from "../../../tally/tally.js";
import { type Question, questionsOf } from "../../ask/questions.js";
import {
  type ComponentInPairs,
  componentInPairs,
  valueByRanks,
} from "../../curves/component-in-pairs.js";
import { dependsOnCurve, slopeOfCurves } from "../../curves/curve-slopes.js";
import type { OpenTally } from "../open-tally.js";

/** The value of every question of a study under another curve, in the order of `Questions.all`. */
export type PointEstimates = (curve: CurveSpec) => readonly (number | Reason)[];

/**
 * Point estimates of one feed under any curve, from its table of rewards by displayed and target rank:
 * no scan, no log. A component that is not a sum over pairs (nDCG's ratio) gives a reason.
 */
export function pointEstimatesIn(
  base: OpenTally,
  scope: Scope,
  feed: string | null,
  isShown: (question: Question) => boolean,
): PointEstimates {
  const pairs = pairsOverDays(base.tally.tables, base.questions.log, feed);
  return (curve) => {
    const { study, about, questions } = base;
    const { log, fingerprintOf } = questions;
    const others = questionsOf(study, log, about.survey.summary, { every: curve });
    const slopeOf = slopeOfCurves([curve]);
    return others.all.map(({ formula }, at) => {
      const question = questions.all[at];
      if (question === undefined || !isShown(question)) return notAsked;
      if ("code" in formula) return formula;
      if ("code" in question.formula) return question.formula;
      const means: number[] = [];
      for (const [k, component] of formula.components.entries()) {
        const before = question.formula.components[k];
        if (before === undefined) throw new InternalError("A formula changed with its curve.");
        const mean = dependsOnCurve(component, slopeOf)
          ? meanOfPairs(component, pairs, scope.n)
          : scope.column(fingerprintOf(before)).mean;
        if (typeof mean !== "number") return mean;
        means.push(mean);
      }
      const estimate = formula.plugIn(means);
      return "code" in estimate ? estimate : estimate.value;
    });
  };
}

const notAsked: Reason = reason(
  "notAsked",
  "Other curves are tried with the deciding estimator only.",
);

/** A component's factor summed by pairs of ranks, the days and loggers of a feed together. */
interface Pairs extends Pick<ComponentInPairs, "value" | "target"> {
  readonly ranks: Float64Array;
  readonly targets: Float64Array;
  readonly sums: Float64Array;
}

type PairsOf = (component: Component) => Pairs | undefined;

function meanOfPairs(component: Component, pairsOf: PairsOf, n: number): number | Reason {
  const pairs = pairsOf(component);
  if (pairs === undefined) return notPaired;
  const valueAt = valueByRanks(pairs.value, pairs.target);
  let total = 0;
  for (let i = 0; i < pairs.sums.length; i++) {
    total += (pairs.sums[i] ?? 0) * valueAt(pairs.ranks[i] ?? 0, pairs.targets[i] ?? 0);
  }
  return total / n;
}

const notPaired: Reason = reason(
  "needsTheLog",
  "The tally holds no rewards by pairs of ranks for this estimator: take it with a curve that is fitted, or with --what-if, and ask of dcg, ips or snips. nDCG's ratio needs the log again: evaluate a study with the other curve.",
);

/** Reads a feed's pairs from a tally; each table is added up once. */
function pairsOverDays(
  tables: OpenTally["tally"]["tables"],
  log: BoundLog,
  feed: string | null,
): PairsOf {
  const totals = new Map<TallyTable, TableOverDays>();
  return (component) => {
    const inPairs = componentInPairs(tables, log, component);
    if (inPairs === undefined) return undefined;
    const { table, mark, target, value } = inPairs;
    const summed = totals.get(table) ?? overDays(table, feed);
    totals.set(table, summed);
    const sums = summed.sums.get(mark);
    return sums && { ranks: summed.ranks, targets: summed.targets, sums, target, value };
  };
}

interface TableOverDays extends Pick<Pairs, "ranks" | "targets"> {
  readonly sums: ReadonlyMap<string, Float64Array>;
}

function overDays(table: TallyTable, feed: string | null): TableOverDays {
  const isHere = table.strata.map((stratum) => stratum.feed === feed);
  const [ranks, targets] = [table.keys[rankKey] ?? [], table.keys[targetKey] ?? []];
  const place = new Map<number, number>();
  const rows: number[] = [];
  const at = Int32Array.from(table.stratum, (stratum, row) => {
    if (isHere[stratum] !== true) return -1;
    const key = pairKey(ranks[row] ?? 0, targets[row] ?? 0);
    const index = place.get(key) ?? rows.push(row) - 1;
    place.set(key, index);
    return index;
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

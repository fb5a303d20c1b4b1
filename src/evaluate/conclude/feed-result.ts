import type { Diagnosis } from "../../diagnostics/index.js";
import { membersOf } from "../../study/members.js";
import { diagnosticsOf } from "../ask/unknown-views.js";
import { eachInTurn } from "../each-in-turn.js";
import type { ScopeAnswers } from "./answers.js";
import type { VerdictComparison } from "./comparisons/verdict-comparisons.js";
import { diagnose } from "./diagnose.js";
import { type Contrast, unadjusted } from "./difference-rows.js";
import { estimateRow } from "./estimate-rows.js";
import { decidingComparisons, liftsGiven } from "./online-lifts.js";
import type { OpenTally } from "./open-tally.js";
import type { Answered, DifferenceRow, EstimateRow } from "./result.js";

export interface FeedResult {
  readonly estimates: readonly Answered<EstimateRow>[];
  readonly differences: readonly Answered<DifferenceRow>[];
  readonly diagnoses: readonly Diagnosis[];
}

/** The rows of one feed, and what the diagnostics find over all days. */
export async function concludeFeed(
  base: OpenTally,
  days: readonly ScopeAnswers[],
  comparisons: readonly VerdictComparison[],
  rows: ReadonlyMap<Contrast, Answered<DifferenceRow>>,
): Promise<FeedResult> {
  const { inference } = base;
  const { diagnostics } = membersOf(base.study);
  const hasGroups = base.tally.buckets.kind === "hashed";
  const resultOf = (scope: ScopeAnswers): FeedResult => {
    const diagnoses =
      scope.reader.key.day === null ? diagnosesOf(base, scope, comparisons, rows) : [];
    const { answered, compared, clusters } = scope;
    return {
      diagnoses,
      estimates: answered.map((row) =>
        estimateRow(row, inference, clusters, diagnoses, diagnostics, hasGroups),
      ),
      differences: compared.map(
        (row) => ("none" in row ? row : rows.get(row)) ?? unadjusted(row, inference),
      ),
    };
  };
  const results = await eachInTurn(days, resultOf, base.signal);
  return {
    estimates: results.flatMap(({ estimates }) => estimates),
    differences: results.flatMap(({ differences }) => differences),
    diagnoses: results.flatMap(({ diagnoses }) => diagnoses),
  };
}

/** What the diagnostics find of one feed. */
function diagnosesOf(
  { study, about, questions, inference }: OpenTally,
  { reader, answered, compared }: ScopeAnswers,
  comparisons: readonly VerdictComparison[],
  rows: ReadonlyMap<Contrast, Answered<DifferenceRow>>,
): readonly Diagnosis[] {
  const here = comparisons.filter(({ compared: { key } }) => key.feed === reader.key.feed);
  const isExamined = (policy: string): boolean => {
    const ofPolicy = here.filter(
      ({ compared: { key } }) => policy === key.policy || policy === study.baseline,
    );
    return ofPolicy.length > 0 && ofPolicy.every(({ tables }) => tables !== undefined);
  };
  return diagnose({
    diagnostics: diagnosticsOf(study),
    reader,
    views: questions.views,
    baseline: study.baseline,
    inference,
    answered,
    compared: compared.filter((row): row is Contrast => !("none" in row)),
    estimand: study.estimands[0] ?? "perTrajectory",
    comparisons: decidingComparisons(study, here, rows),
    isExamined,
    online: about.online,
    lifts: liftsGiven(study),
  });
}

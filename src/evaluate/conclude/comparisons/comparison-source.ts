import type { ComparisonSource } from "../../../checks/feed-rows.js";
import { once } from "../../../checks/once.js";
import { readLogTables, readPolicyTables } from "../../../checks/read-comparison-tables.js";
import { readPairTables } from "../../../checks/read-pair-tables.js";
import type { LogTables, PairTables, PolicyTables } from "../../../checks/tables.js";
import { canonical } from "../../../log/canonical.js";
import { summaryOf } from "../../../log/summary.js";
import type {
  ComparisonPairs,
  ComparisonWeights,
} from "../../../tally/comparisons/comparison-shapes.js";
import type { TableRef } from "../../../tally/shape.js";
import type { OpenTally } from "../open-tally.js";

export function comparisonSourceOf(
  { tally, about, questions }: OpenTally,
  feed: string | null,
): ComparisonSource {
  const { summary } = about.survey;
  return {
    tables: tally.tables,
    feed,
    listsKnown: questions.log.spec.listLength !== undefined,
    rewards: questions.log.rewards.map(({ name }, at) => ({
      name,
      range: summaryOf(questions.log, summary, canonical.reward(at)).range ?? [0, 0],
    })),
  };
}

// Tables are read once for all comparisons of a feed.

export const logTablesIn = (
  source: ComparisonSource,
  views: TableRef<ComparisonPairs | ComparisonWeights>,
): LogTables | undefined =>
  once(source.tables, `log ${views.name} ${source.feed}`, () => readLogTables(source, views));

export const policyTablesIn = (
  source: ComparisonSource,
  target: string,
  ranks: number,
): PolicyTables =>
  once(source.tables, `${target} ${ranks} ${source.feed}`, () =>
    readPolicyTables(source, target, ranks),
  );

export const pairTablesIn = (
  source: ComparisonSource,
  weights: TableRef<ComparisonWeights>,
): PairTables | undefined =>
  once(source.tables, `pair ${weights.name} ${source.feed}`, () => readPairTables(source, weights));

import type { LineSource } from "../../../dangers/feed-rows.js";
import { once } from "../../../dangers/once.js";
import { readLogTables, readPolicyTables } from "../../../dangers/read-line-tables.js";
import { readPairTables } from "../../../dangers/read-pair-tables.js";
import type { LogTables, PairTables, PolicyTables } from "../../../dangers/tables.js";
import { canonical } from "../../../log/canonical.js";
import { summaryOf } from "../../../log/summary.js";
import type { LinePairs, LineWeights } from "../../../tally/lines/line-shapes.js";
import type { TableRef } from "../../../tally/shape.js";
import type { OpenTally } from "../open-tally.js";

/** Where the tables of a feed's lines stand in a tally. */
export function lineSourceOf(
  { tally, about, questions }: OpenTally,
  feed: string | null,
): LineSource {
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

// Tables are read once for all lines of a feed.

export const logTablesIn = (
  source: LineSource,
  views: TableRef<LinePairs | LineWeights>,
): LogTables | undefined =>
  once(source.tables, `log ${views.name} ${source.feed}`, () => readLogTables(source, views));

export const policyTablesIn = (source: LineSource, target: string, ranks: number): PolicyTables =>
  once(source.tables, `${target} ${ranks} ${source.feed}`, () =>
    readPolicyTables(source, target, ranks),
  );

export const pairTablesIn = (
  source: LineSource,
  weights: TableRef<LineWeights>,
): PairTables | undefined =>
  once(source.tables, `pair ${weights.name} ${source.feed}`, () => readPairTables(source, weights));

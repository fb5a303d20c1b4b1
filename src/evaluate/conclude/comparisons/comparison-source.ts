import type { ComparisonSource } from "../../../checks/feed-rows.js";
import { once } from "../../../checks/once.js";
import { readLogTables } from "../../../checks/read-log-tables.js";
import { readPairTables } from "../../../checks/read-pair-tables.js";
import { readPolicyTables } from "../../../checks/read-policy-tables.js";
import type { LogTables, PairTables, PolicyTables } from "../../../checks/tables.js";
import type { BoundLog } from "../../../log/bind.js";
import { canonical } from "../../../log/canonical.js";
import { type Summary, summaryOf } from "../../../log/summary.js";
import type {
  ComparisonPairs,
  ComparisonWeights,
} from "../../../tally/comparisons/comparison-shapes.js";
import type { TableRef } from "../../../tally/shape.js";
import type { OpenTally } from "../open-tally.js";

/** Where the tables of a feed's comparisons stand in a tally: one value for each feed, by which these are kept. */
export const comparisonSourceOf = (
  { tally, about, questions }: OpenTally,
  feed: string | null,
): ComparisonSource => sourceIn(tally.tables, about.survey.summary, questions.log, feed);

const sourceIn = once(
  (
    tables: ComparisonSource["tables"],
    summary: Summary,
    log: BoundLog,
    feed: string | null,
  ): ComparisonSource => ({
    tables,
    feed,
    listsKnown: log.spec.listLength !== undefined,
    rewards: log.rewards.map(({ name }, at) => ({
      name,
      range: summaryOf(log, summary, canonical.reward(at)).range ?? [0, 0],
    })),
  }),
);

// Tables are read once for all comparisons of a feed.

export const logTablesIn = (
  source: ComparisonSource,
  { name }: TableRef<ComparisonPairs | ComparisonWeights>,
): LogTables | undefined => logTablesNamed(source, name);

const logTablesNamed = once((source: ComparisonSource, name: string) =>
  readLogTables(source, { name }),
);

export const policyTablesIn: (
  source: ComparisonSource,
  target: string,
  ranks: number,
) => PolicyTables = once(readPolicyTables);

export const pairTablesIn = (
  source: ComparisonSource,
  { name }: TableRef<ComparisonWeights>,
): PairTables | undefined => pairTablesNamed(source, name);

const pairTablesNamed = once((source: ComparisonSource, name: string) =>
  readPairTables(source, { name }),
);

import type { Connection } from "../../sql/engine.js";
import { count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { logChanged } from "../../sql/run/log-changed.js";
import type { SurveyedLog } from "./survey-log.js";

/** Counts the source's rows once more: throws LogError where there are more or fewer than at first. */
export async function requireSameLog(
  { engine, options }: Connection,
  { log, summary, counts }: Pick<SurveyedLog, "log" | "summary" | "counts">,
): Promise<void> {
  const rows = group(from(log.source), [], [["row_count", count()]]);
  const table = await collect(engine, { ...plan("rows at the end", rows), isFresh: true }, options);
  const before = summary.rows + (counts.excludedRows ?? 0) + (counts.notViewedRows ?? 0);
  const after = table.number("row_count");
  if (before !== after) throw logChanged({ before, after });
}

/** Throws LogError where a pass over all rows read more or fewer than the survey counted. */
export function requireAllRows({ sizes }: Pick<SurveyedLog, "sizes">, read: number): void {
  const before = sizes.reduce((sum, size) => sum + size, 0);
  if (before !== read) throw logChanged({ before, after: read });
}

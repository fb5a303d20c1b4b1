import type { CallOptions, Engine } from "../engine.js";
import { chunksOf, joinedChunks, type WidePlan } from "./chunks.js";
import { collectAll, type TablesOf } from "./collect.js";

/**
 * Runs plans that do not wait for each other's results, however wide they are: in as few statements as the
 * engine's limit of columns allows, as many at once as it likes. Throws a LogError where the log changed
 * between two statements of one plan.
 */
export async function collectWide<const Plans extends readonly (WidePlan | undefined)[]>(
  engine: Engine,
  plans: Plans,
  options?: CallOptions,
): Promise<TablesOf<Plans>> {
  const { maxColumns, maxColumnsOf = () => maxColumns } = await engine.info();
  const chunks = plans.map((plan) => {
    if (plan === undefined) return [];
    const most = plan.groups === undefined ? maxColumns : maxColumnsOf(plan.groups);
    return chunksOf(plan, Math.min(most, maxColumns));
  });
  const tables = await collectAll(engine, chunks.flat(), options);
  let next = 0;
  const joined = plans.map((plan, at) => {
    const start = next;
    next += chunks[at]?.length ?? 0;
    return plan && joinedChunks(plan, tables.slice(start, next));
  });
  return joined as TablesOf<Plans>;
}

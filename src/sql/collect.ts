import type { CallOptions, Engine, Plan } from "./engine.js";

/** A whole result in memory; results are small by design. */
export interface Table {
  readonly rows: number;
  readonly columns: ReadonlyMap<string, readonly (number | bigint | string | null)[]>;
}

/** Runs a plan and gathers its batches into one table. */
export async function collect(engine: Engine, plan: Plan, options?: CallOptions): Promise<Table> {
  const columns = new Map<string, (number | bigint | string | null)[]>(
    plan.columns.map(({ name }) => [name, []]),
  );
  let rows = 0;
  for await (const batch of engine.query(plan, options)) {
    rows += batch.rows;
    for (const [name, values] of columns) {
      for (const value of batch.columns.get(name) ?? []) values.push(value);
    }
  }
  return { rows, columns };
}

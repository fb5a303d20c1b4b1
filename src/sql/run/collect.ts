import { EngineError, InternalError } from "../../errors.js";
import type { BatchColumn, CallOptions, Engine, Plan } from "../engine.js";
import { type Table, tableOf, type Values } from "./table.js";

export async function collect<Name extends string>(
  engine: Engine,
  plan: Plan<Name>,
  options?: CallOptions,
): Promise<Table<Name>> {
  const parts = new Map<string, BatchColumn[]>(plan.columns.map(({ name }) => [name, []]));
  let rows = 0;
  options?.onProgress?.({ purpose: plan.purpose, begins: true });
  for await (const batch of engine.query(plan, options)) {
    rows += batch.rows;
    for (const [name, batches] of parts) {
      const batchColumn = batch.columns.get(name);
      if (batchColumn?.length !== batch.rows) throw lacking(plan, name);
      batches.push(batchColumn);
    }
  }
  const columns = [...parts].map(([name, batches]) => [name, joined(batches, rows)] as const);
  return tableOf(rows, new Map(columns), plan.purpose);
}

function joined(parts: readonly BatchColumn[], rows: number): Values {
  if (parts.length > 0 && parts.every((part) => part instanceof Float64Array)) {
    return inOne<Float64Array>(parts, new Float64Array(rows));
  }
  if (parts.length > 0 && parts.every((part) => part instanceof BigInt64Array)) {
    return inOne<BigInt64Array>(parts, new BigInt64Array(rows));
  }
  const all: (number | bigint | string | null)[] = [];
  for (const part of parts) {
    for (let row = 0; row < part.length; row++) all.push(part[row] ?? null);
  }
  return all;
}

function inOne<Part extends Float64Array | BigInt64Array>(
  parts: readonly Part[],
  all: Part & { set(part: Part, at: number): void },
): Part {
  let start = 0;
  for (const part of parts) {
    all.set(part, start);
    start += part.length;
  }
  return all;
}

const lacking = ({ purpose }: Plan, name: string): InternalError =>
  new InternalError(`Expected every batch of "${purpose}" to hold "${name}" for all its rows.`);

/** The tables of plans, place by place; none where there was no plan. */
export type TablesOf<Plans extends readonly (Plan | undefined)[]> = {
  readonly [At in keyof Plans]: TableOf<Plans[At]>;
};

type TableOf<P> = P extends Plan<infer Name> ? Table<Name> : undefined;

/**
 * Runs plans that do not wait for each other's results, as many at once as the engine likes, and gives
 * their tables in order. The first failure cancels the others and is thrown.
 */
export async function collectAll<const Plans extends readonly (Plan | undefined)[]>(
  engine: Engine,
  plans: Plans,
  options: CallOptions = {},
): Promise<TablesOf<Plans>> {
  const queue = plans.filter((plan) => plan !== undefined);
  const [first] = queue;
  if (first !== undefined) options.onProgress?.({ purpose: first.purpose, planned: queue.length });
  const tables = await together(
    engine,
    plans.map((plan) => async (call: CallOptions) => plan && collect(engine, plan, call)),
    options,
  );
  return tables as TablesOf<Plans>;
}

type Job = (options: CallOptions) => Promise<unknown>;
type DoneBy<Jobs extends readonly Job[]> = {
  readonly [At in keyof Jobs]: Awaited<ReturnType<Jobs[At]>>;
};

export async function together<const Jobs extends readonly Job[]>(
  engine: Engine,
  jobs: Jobs,
  options: CallOptions = {},
): Promise<DoneBy<Jobs>> {
  const { concurrency } = await engine.info();
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  const done: unknown[] = [];
  const failures: { readonly at: number; readonly failure: unknown }[] = [];
  const waiting = jobs.entries();
  const work = async (): Promise<void> => {
    for (const [at, job] of waiting) {
      try {
        done[at] = await job({ ...options, signal });
      } catch (failure) {
        failures.push({ at, failure });
        stop.abort();
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, work));
  // Of jobs that failed by themselves the earliest is thrown; those that were stopped came later.
  const [first] = failures;
  const faults = failures.filter(({ failure }) => !isCancelled(failure));
  if (first !== undefined)
    throw faults.reduce((a, b) => (b.at < a.at ? b : a), faults[0] ?? first).failure;
  return done as DoneBy<Jobs>;
}

const isCancelled = (failure: unknown): boolean =>
  failure instanceof EngineError && failure.failure === "cancelled";

import type { Batch, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { memoryTablesIn } from "../../sql/relation.js";
import { createDuckdbEngine } from "../duckdb/index.js";
import { asksOf, fitsInCsv, type KeptFolder, openKeptFolder } from "./kept-folder.js";
import { type Origin, originNow, type Place, type Run, whyNotUsed } from "./kept-origin.js";
import { batchesOf } from "./read-result.js";
import { createSourceStates } from "./source-states.js";
import { type Statement, statementOf } from "./statement.js";

export interface KeepOptions {
  /** Where results are kept, each under the marker of its statement. */
  readonly folder: string;
  /** Where the engine looks up the names of the study. */
  readonly place: Place;
  /** Whether keys of users and trajectories may stand in the folder. */
  readonly keys: boolean;
  /** Hears what was found, and what cannot be kept, a line each. */
  readonly say: (line: string) => void;
}

/** An engine that keeps the results of its statements, and does not run those again that it finds kept. */
export interface KeepingEngine extends Engine {
  /** How many results of statements the folder holds, those of an earlier run among them. */
  readonly kept: () => number;
  /** Removes what this run kept or used: it is not needed any more. */
  readonly forget: () => Promise<void>;
}

/**
 * The engine with the results of its finished statements kept in a folder, as `hindcast sql` has them saved. What
 * the folder holds already is not run again, unless the engine or its place is another one or the log has changed
 * since, as far as the states of files, counts and ranges show. Closing it leaves the given engine open.
 */
export async function keepResults(engine: Engine, options: KeepOptions): Promise<KeepingEngine> {
  const reader = await createDuckdbEngine();
  try {
    return await keepingIn(reader, engine, options);
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function keepingIn(
  reader: Engine,
  engine: Engine,
  { folder, place, keys, say }: KeepOptions,
): Promise<KeepingEngine> {
  const store = await openKeptFolder(reader, folder);
  const name = `${engine.name} ${(await engine.info()).version}`;
  const run: Run = { reader, engine, name, place, sources: createSourceStates(engine) };
  say(await findKept(run, store, folder));
  const used = new Set<string>();
  let isFull = false;

  async function keep(
    statement: Statement,
    origin: Origin,
    batches: readonly Batch[],
  ): Promise<void> {
    try {
      await store.write(statement, origin, batches);
      used.add(statement.marker);
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      if (!isFull) say(`${statement.purpose} cannot be kept: ${why}`);
      isFull = true;
    }
  }

  async function* query(plan: Plan, call: CallOptions = {}): AsyncIterable<Batch> {
    const statement = mayBeKept(plan, keys) ? statementOf(plan) : undefined;
    const table = statement && (await store.read(statement, call));
    if (statement !== undefined && table !== undefined) {
      used.add(statement.marker);
      yield* batchesOf(table);
      return;
    }
    if (statement === undefined || isFull) {
      yield* engine.query(plan, call);
      return;
    }
    // Of what they were before they were read: a file that changes meanwhile makes the result void.
    const origin = await originNow(run, plan, call);
    const batches: Batch[] = [];
    for await (const batch of engine.query(plan, call)) {
      if (!isFull) batches.push(batch);
      yield batch;
    }
    if (!isFull && fitsInCsv(batches)) await keep(statement, origin, batches);
  }

  // What its server lets others do, the engine itself is asked.
  const { rights: _, ...kept } = engine;
  return Object.freeze({
    ...kept,
    query,
    close: () => reader.close(),
    kept: () => new Set([...used, ...store.markers()]).size,
    forget: async () => {
      await store.remove([...used]);
      await store.close();
    },
  });
}

/** What the folder holds for this run, in words; what is of another place, or of an earlier log, is removed. */
async function findKept(run: Run, store: KeptFolder, folder: string): Promise<string> {
  const why = await whyNotUsed(run, store.statements, (statement) => store.read(asksOf(statement)));
  if (why !== undefined) {
    // One log: where a part of it has changed, nothing that was read before goes with what is read now.
    await store.remove(store.statements.map(({ marker }) => marker));
    return `what was kept in ${folder} is not used: ${why}`;
  }
  const { length } = store.markers();
  const isByCounts = store.statements.some(({ origin }) => !origin.isKnown);
  const compared = isByCounts ? `; ${byCounts}` : "";
  return length > 0
    ? `${many(length)} of an earlier run are kept in ${folder}: those that this study asks are not run again${compared}`
    : `nothing is kept in ${folder} yet: finished statements will be`;
}

const byCounts =
  "of the log only counts and ranges of its columns could be compared, and they are as they were: if it was written since, remove the folder";

const many = (count: number): string => `${count} finished statement${count === 1 ? "" : "s"}`;

/** Not what asks whether the log is still the same, and not what reads rows that this process holds. */
const mayBeKept = (plan: Plan, keys: boolean): boolean =>
  plan.isFresh !== true && memoryTablesIn(plan.relation).length === 0 && (keys || !givesKeys(plan));

/** Sums by cluster name its key; examples of rows may name any, and so may every text but those of strata. */
const givesKeys = ({ columns, relation }: Plan): boolean =>
  columns.some(({ name, type }) =>
    type === "text" ? !stratumColumn.test(name) : keyColumn.test(name),
  ) ||
  (relation.kind === "select" && relation.limit !== undefined);
const keyColumn = /(^|_)(cluster|user|trajectory|item|row_key)(_out)?$/;
const stratumColumn = /^(?:[a-z]_)?(?:day|feed|logger)(?:_out)?$/;

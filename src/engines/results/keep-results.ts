import { readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../make-folder-file.js";
import { writeWhole } from "../../part-file.js";
import type { Batch, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { memoryTablesIn } from "../../sql/memory-table.js";
import { createDuckdbEngine } from "../duckdb/index.js";
import { type FileState, filesAt, pathsRead } from "./files-read.js";
import { findResults, type Result } from "./find-results.js";
import { batchColumns, readResult } from "./read-result.js";
import { type Statement, statementOf } from "./statement.js";
import { fitsInCsv, writeResult } from "./write-result.js";

export interface KeepOptions {
  /** Where results are kept, each under the marker of its statement. */
  readonly folder: string;
  /** Hears what was found, and what cannot be kept, a line each. */
  readonly say: (line: string) => void;
}

/** An engine that keeps the results of its statements, and does not run those again that it finds kept. */
export interface KeepingEngine extends Engine {
  /** How many statements have their results in the folder. */
  readonly kept: () => number;
  /** Removes what was kept: it is not needed any more. */
  readonly forget: () => Promise<void>;
}

/** What stands next to a kept result: whose it is, and of which files. */
interface Origin {
  readonly engine: string;
  readonly paths: readonly string[];
  readonly files: readonly FileState[];
}

/**
 * The engine with the results of its finished statements kept in a folder, as `hindcast sql` has them saved. What
 * the folder holds already is not run again, unless the engine is another one or a file of the log has changed
 * since. Closing it leaves the given engine open.
 */
export async function keepResults(
  engine: Engine,
  { folder, say }: KeepOptions,
): Promise<KeepingEngine> {
  await makeFolder(folder);
  const reader = await createDuckdbEngine();
  const own = `${engine.name} ${(await engine.info()).version}`;
  const { valid, changed } = await soundResults(reader, folder, own);
  const found = new Map(
    await findResults(
      reader,
      valid.map((marker) => fileOf(folder, marker)),
    ),
  );
  if (found.size > 0)
    say(`${many(found.size)} of an earlier run are kept in ${folder}: they are not run again`);
  if (changed !== undefined) say(`what was kept in ${folder} is not used: ${changed}`);
  let isFull = false;

  async function keep(
    statement: Statement,
    origin: Origin,
    batches: readonly Batch[],
  ): Promise<void> {
    const { marker, plan } = statement;
    try {
      await writeWhole(originOf(folder, marker), (part) => writeFile(part, JSON.stringify(origin)));
      await writeWhole(fileOf(folder, marker), (part) => writeResult(part, marker, plan, batches));
      found.set(marker, { marker, files: [], columns: [] });
    } catch (error) {
      if (!isFull)
        say(
          `${statement.purpose} cannot be kept: ${error instanceof Error ? error.message : error}`,
        );
      isFull = true;
    }
  }

  async function* query(plan: Plan, call: CallOptions = {}): AsyncIterable<Batch> {
    if (!mayBeKept(plan)) {
      yield* engine.query(plan, call);
      return;
    }
    const statement = statementOf(plan);
    const known: Result | undefined = found.get(statement.marker);
    if (known !== undefined && known.files.length > 0) {
      const table = await readResult(reader, known, statement, call);
      if (table.rows > 0) yield { rows: table.rows, columns: batchColumns(table) };
      return;
    }
    // Of what they were before they were read: a file that changes meanwhile makes the result void.
    const paths = pathsRead(plan.relation);
    const origin: Origin = { engine: own, paths, files: await filesAt(reader, paths) };
    const batches: Batch[] = [];
    for await (const batch of engine.query(plan, call)) {
      batches.push(batch);
      yield batch;
    }
    if (!isFull && fitsInCsv(batches)) await keep(statement, origin, batches);
  }

  return Object.freeze({
    ...delegated(engine),
    query,
    close: () => reader.close(),
    kept: () => found.size,
    forget: () => forget(folder),
  });
}

const many = (count: number): string => `${count} finished statement${count === 1 ? "" : "s"}`;

const delegated = (engine: Engine): Omit<Engine, "query" | "close"> => ({
  name: engine.name,
  dialect: engine.dialect,
  info: () => engine.info(),
  describe: (source, options) => engine.describe(source, options),
  explain: (plan) => engine.explain(plan),
  ...(engine.computesByEntry && {
    computesByEntry: (source, name, options) =>
      engine.computesByEntry?.(source, name, options) ?? Promise.resolve(false),
  }),
  ...(engine.release && {
    release: (kept) => engine.release?.(kept) ?? Promise.resolve(),
  }),
});

/** Not what asks whether the log is still the same, and not what reads rows that this process holds. */
const mayBeKept = ({ isFresh, relation }: Plan): boolean =>
  isFresh !== true && memoryTablesIn(relation).length === 0;

const fileOf = (folder: string, marker: string): string => join(folder, `${marker}.csv`);
const originOf = (folder: string, marker: string): string => join(folder, `${marker}.json`);
const resultName = /^(hindcast_[0-9a-f]{12})\.csv$/;

/** The kept results that are still those of the log; the others are removed. */
async function soundResults(
  reader: Engine,
  folder: string,
  engine: string,
): Promise<{ readonly valid: readonly string[]; readonly changed: string | undefined }> {
  const names = (await readdir(folder)).flatMap((name) => resultName.exec(name)?.[1] ?? []);
  const checked = await Promise.all(
    names.map(async (marker) => ({ marker, why: await whyVoid(reader, folder, marker, engine) })),
  );
  const changed = checked.find(({ why }) => why !== undefined)?.why;
  // One log: where a part of it has changed, nothing that was read before goes with what is read now.
  if (changed !== undefined) await forget(folder, true);
  return { valid: changed === undefined ? checked.map(({ marker }) => marker) : [], changed };
}

async function whyVoid(
  reader: Engine,
  folder: string,
  marker: string,
  engine: string,
): Promise<string | undefined> {
  const text = await readFile(originOf(folder, marker), "utf8").catch(() => undefined);
  if (text === undefined) return `${marker}.csv does not say of which files it is`;
  const { engine: before, paths, files } = JSON.parse(text) as Origin;
  if (before !== engine) return `it is of ${before}, and this run is on ${engine}`;
  const now = await filesAt(reader, paths);
  const other = [...files, ...now].find(
    (file) => !(files.some(isSame(file)) && now.some(isSame(file))),
  );
  return other === undefined ? undefined : `${other.path} has changed since`;
}

const isSame =
  (file: FileState) =>
  ({ path, size, modified }: FileState): boolean =>
    path === file.path && size === file.size && modified === file.modified;

/** Removes kept results, and the folder with them unless something else is in it. */
async function forget(folder: string, keepFolder = false): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const ours = names.filter((name) => /^hindcast_[0-9a-f]{12}\.(csv|json)$/.test(name));
  await Promise.all(ours.map((name) => rm(join(folder, name), { force: true })));
  if (!keepFolder) await rmdir(folder).catch(() => undefined);
}

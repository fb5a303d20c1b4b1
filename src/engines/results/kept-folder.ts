import { chmod, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reason, StudyError } from "../../errors.js";
import { makeFolder } from "../../make-folder-file.js";
import { writeWhole } from "../../part-file.js";
import type { Batch, CallOptions, Engine, Plan } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import type { Table } from "../../sql/run/table.js";
import { findResults, type Result } from "./find-results.js";
import type { KeptStatement, Origin } from "./kept-origin.js";
import { readResult } from "./read-result.js";
import type { Statement } from "./statement.js";
import { writeResult } from "./write-result.js";

/** A statement as far as its result is read by it. */
type ReadStatement = Pick<Statement, "marker" | "plan" | "isOneRow">;

/** The results of statements in a folder that only its user may read, each under its marker. */
export interface KeptFolder {
  /** What it held at first, as far as it can be read. */
  readonly statements: readonly KeptStatement[];
  readonly markers: () => readonly string[];
  /** The rows of a kept result; undefined where there is none, or where its file is damaged, which is then removed. */
  readonly read: (statement: ReadStatement, call?: CallOptions) => Promise<Table | undefined>;
  readonly write: (
    statement: Statement,
    origin: Origin,
    batches: readonly Batch[],
  ) => Promise<void>;
  readonly remove: (markers: readonly string[]) => Promise<void>;
  /** Removes the folder, unless something is in it. */
  readonly close: () => Promise<void>;
}

export async function openKeptFolder(reader: Engine, folder: string): Promise<KeptFolder> {
  if (await makeFolder(folder)) await chmod(folder, 0o700);
  else await requireOwn(folder);
  const fileOf = (marker: string): string => join(folder, `${marker}.csv`);
  const originOf = (marker: string): string => join(folder, `${marker}.json`);
  const found = new Map<string, Result>();

  async function remove(markers: readonly string[]): Promise<void> {
    for (const marker of markers) found.delete(marker);
    const files = markers.flatMap((marker) => [fileOf(marker), originOf(marker)]);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  /** A result whose origin cannot be read may be of any log. */
  async function statementAt(marker: string): Promise<readonly KeptStatement[]> {
    const origin = readOrigin(await readFile(originOf(marker), "utf8").catch(() => ""));
    const results = await findResults(reader, [fileOf(marker)]).catch(() => undefined);
    const [result] = results?.get(marker) ?? [];
    if (origin === undefined || result === undefined) {
      await remove([marker]);
      return [];
    }
    found.set(marker, result);
    return [{ marker, origin }];
  }

  const names = (await readdir(folder)).flatMap((name) => resultName.exec(name)?.[1] ?? []);
  const statements: KeptStatement[] = [];
  for (const marker of names.sort()) statements.push(...(await statementAt(marker)));

  return {
    statements,
    markers: () => [...found.keys()],
    remove,
    async read(statement, call = {}) {
      const known = found.get(statement.marker);
      if (known === undefined) return undefined;
      try {
        return await readResult(reader, known, statement, call);
      } catch (error) {
        if (call.signal?.aborted === true) throw error;
        await remove([statement.marker]);
        return undefined;
      }
    },
    async write({ marker, plan }, origin, batches) {
      await writeWhole(originOf(marker), (part) =>
        writeFile(part, JSON.stringify(origin), { mode: 0o600 }),
      );
      await writeWhole(fileOf(marker), (part) => writeResult(part, marker, plan, batches));
    },
    close: () => rmdir(folder).catch(() => undefined),
  };
}

/** What is kept is believed, and its statements are run again: it must not have come with somebody's study. */
async function requireOwn(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  if (isOwn) return;
  const message = `${folder} is open to others, and what --resume keeps is in a folder of its user alone (mode 700): it may have come with somebody's study. Remove it; where you know that it is yours, chmod 700 it.`;
  throw new StudyError(reason("keptByOthers", message, { path: folder }));
}

const resultName = /^(hindcast_[0-9a-f]{12})\.csv$/;

function readOrigin(text: string): Origin | undefined {
  try {
    const origin = JSON.parse(text) as Partial<Origin> | null;
    const isWhole = Array.isArray(origin?.paths) && Array.isArray(origin.files);
    return isWhole ? (origin as Origin) : undefined;
  } catch {
    return undefined;
  }
}

/** The statement by which a kept result is read that says what is asked again. */
export const asksOf = ({ marker, origin: { asks } }: KeptStatement): ReadStatement => {
  const relation = from({ kind: "sql", sql: asks?.sql ?? "" });
  const plan: Plan = { purpose: asks?.purpose ?? "", columns: asks?.columns ?? [], relation };
  return { marker, plan, isOneRow: false };
};

import { chmod, open, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
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
import { endOf, type Statement, textMark } from "./statement.js";

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
  const byMarker = new Map<string, Result>();

  async function remove(markers: readonly string[]): Promise<void> {
    for (const marker of markers) byMarker.delete(marker);
    const files = markers.flatMap((marker) => [fileOf(marker), originOf(marker)]);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  const statements: KeptStatement[] = [];
  const names = (await readdir(folder)).flatMap((name) => resultName.exec(name)?.[1] ?? []);
  for (const marker of names.sort()) {
    const origin = readOrigin(await readFile(originOf(marker), "utf8").catch(() => ""));
    const results = await findResults(reader, [fileOf(marker)]).catch(() => undefined);
    const [result] = results?.get(marker) ?? [];
    // A result whose origin cannot be read may be of any log.
    if (origin === undefined || result === undefined) {
      await remove([marker]);
      continue;
    }
    byMarker.set(marker, result);
    statements.push({ marker, origin });
  }

  return {
    statements,
    markers: () => [...byMarker.keys()],
    remove,
    async read(statement, call = {}) {
      const result = byMarker.get(statement.marker);
      if (result === undefined) return undefined;
      try {
        return await readResult(reader, result, statement, call);
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

/** A value as CSV gives it back to the last bit; NULL is an empty field. */
function field(value: number | bigint | string | null): string {
  if (value === null) return "";
  if (typeof value === "string") return `"${`${textMark}${value}`.replaceAll('"', '""')}"`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether CSV can hold all values: not a text with NUL, at which readers end. */
export function fitsInCsv(batches: readonly Batch[]): boolean {
  const fits = (value: unknown): boolean => typeof value !== "string" || !value.includes("\0");
  const columns = batches.flatMap((batch) => [...batch.columns.values()]);
  return columns.every((values) => Array.prototype.every.call(values, fits));
}

async function writeResult(
  path: string,
  marker: string,
  { columns }: Plan,
  batches: readonly Batch[],
): Promise<void> {
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  const file = await open(path, "wx", 0o600);
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const names = [marker, ...columns.map(({ name }) => name), endOf(marker)];
  try {
    await file.writeFile(`${names.map(quoted).join(",")}\n`);
    if (rows === 0) await file.writeFile(`0,${columns.map(() => ",").join("")}0\n`);
    for (const batch of batches) {
      const values = columns.map(({ name }) => batch.columns.get(name) ?? []);
      const lines = Array.from({ length: batch.rows }, (_, row) => {
        const fields = values.map((value) => field(value[row] ?? null));
        return `${[rows, ...fields, rows].join(",")}\n`;
      });
      await file.writeFile(lines.join(""));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll } from "vitest";
import { type Engine, openEngine } from "../../src/index.js";

export type Row = Readonly<Record<string, unknown>>;

/** A folder and an engine for the tests of one file; logs are written by the tests themselves. */
export interface Bench {
  readonly at: (name: string) => string;
  readonly engine: () => Engine;
  readonly csv: (name: string, rows: readonly Row[]) => Promise<string>;
  readonly jsonLines: (name: string, rows: readonly Row[]) => Promise<string>;
  /** A Parquet file of what a query of DuckDB's gives. */
  readonly parquet: (name: string, query: string) => Promise<string>;
  readonly text: (name: string, content: string | Uint8Array) => Promise<string>;
}

export function useBench(): Bench {
  let folder = "";
  let engine: Engine | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hindcast-bad-"));
    engine = await openEngine({ name: "duckdb", threads: 1 });
  });
  afterAll(async () => {
    await engine?.close();
    await rm(folder, { recursive: true });
  });
  const at = (name: string): string => join(folder, name);
  const text = async (name: string, content: string | Uint8Array): Promise<string> => {
    await writeFile(at(name), content);
    return at(name);
  };
  return {
    at,
    text,
    engine: () => {
      if (engine === undefined) throw new Error("The engine is open within tests only.");
      return engine;
    },
    csv: (name, rows) => text(name, csvOf(rows)),
    jsonLines: (name, rows) => text(name, rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
    parquet: async (name, query) => {
      const connection = await (await DuckDBInstance.create()).connect();
      await connection.run(`COPY (${query}) TO '${at(name)}' (FORMAT parquet)`);
      connection.disconnectSync();
      return at(name);
    },
  };
}

function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(","));
  return `${[names.map(cell).join(","), ...lines].join("\n")}\n`;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const written = String(value);
  return /[",\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** Twelve trajectories of three viewed items, six users, two days; a candidate that swaps 1 and 2. */
export function goodRows(): Row[] {
  return Array.from({ length: 36 }, (_, i) => {
    const rank = (i % 3) + 1;
    const trajectory = Math.floor(i / 3);
    return {
      session: trajectory,
      visitor: `u${trajectory % 6}`,
      date: trajectory < 6 ? "2026-11-01" : "2026-11-02",
      item: `i${i % 7}`,
      place: rank,
      place2: rank === 1 ? 2 : rank === 2 ? 1 : 3,
      liked: (i * 7) % 5 === 0 ? 1 : 0,
      eps: 1 / (1 + (i % 4)),
    };
  });
}

/** Good rows with one row changed. */
export const spoilt = (at: number, change: Row): Row[] =>
  goodRows().map((row, i) => (i === at ? { ...row, ...change } : row));

/** A query of DuckDB's that gives good rows; expressions replace or add columns. */
export function goodQuery(replaced: Readonly<Record<string, string>> = {}): string {
  const columns: Record<string, string> = {
    session: "i // 3",
    visitor: "'u' || ((i // 3) % 6)",
    date: "CASE WHEN i < 18 THEN DATE '2026-11-01' ELSE DATE '2026-11-02' END",
    item: "'i' || (i % 7)",
    place: "i % 3 + 1",
    place2: "[2, 1, 3][i % 3 + 1]",
    liked: "CASE WHEN i * 7 % 5 = 0 THEN 1 ELSE 0 END",
    eps: "1e0 / (1 + i % 4)",
    ...replaced,
  };
  const list = Object.entries(columns).map(
    ([name, value]) => `${value} AS "${name.replaceAll('"', '""')}"`,
  );
  return `SELECT ${list.join(", ")} FROM range(36) AS numbers(i)`;
}

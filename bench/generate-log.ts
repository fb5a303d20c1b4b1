import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

/** Mean length of a generated trajectory: geometric, stopped at 60. */
const meanLength = 9.88;

/**
 * Writes a log of about so many impressions, unless the file is there: four trajectories a user,
 * seven days, two feeds, two target rankings that are permutations of 1 … 60, two sparse rewards.
 * Everything is a hash of the row's place, so that every run has the same log. Of a log in several files
 * each is a part of its trajectories.
 */
export async function generateLog(
  path: string,
  impressions: number,
  { part, of }: { readonly part: number; readonly of: number } = { part: 0, of: 1 },
): Promise<void> {
  if (existsSync(path)) return;
  await mkdir(dirname(path), { recursive: true });
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const partial = `${path}.partial`;
  const trajectories = Math.round(impressions / meanLength);
  const at = (share: number): number => Math.floor((trajectories * share) / of);
  const rows = logSql(trajectories, at(part), at(part + 1));
  await connection.run(`COPY (${rows}) TO '${partial}' (FORMAT parquet, COMPRESSION zstd)`);
  await rename(partial, path);
  connection.closeSync();
  instance.closeSync();
}

const logSql = (trajectories: number, from: number, to: number): string => `
WITH t AS (
  SELECT i AS t,
    CAST(hash(i * 7 + 1) % ${Math.ceil(trajectories / 4)} AS BIGINT) + 1 AS u,
    1 + CAST(hash(i * 11 + 3) % 2 AS INTEGER) AS feed,
    DATE '2025-01-01' + CAST((i * 7) // ${trajectories} AS INTEGER) AS day,
    LEAST(60, 1 + CAST(FLOOR(
      LN(1 - (hash(i * 13 + 5) % 1000000) / 1e6 - 5e-7) / LN(0.899)) AS INTEGER)) AS k,
    1 + CAST(hash(i * 17 + 7) % 60 AS INTEGER) AS ma,
    1 + CAST(hash(i * 19 + 9) % 60 AS INTEGER) AS mb
  FROM range(${from}, ${to}) AS r(i)
), x AS (
  SELECT t, u, feed, day, ma, mb, CAST(UNNEST(range(1, k + 1)) AS INTEGER) AS position FROM t
)
SELECT t * 97 + 1000003 AS trajectory, u * 3 + 17 AS user_id,
  'u' || substr(md5(CAST(u AS VARCHAR)), 1, 12) AS user_key, day, feed, position,
  CAST((position * ma) % 61 AS INTEGER) AS rank_a,
  CAST((position * mb) % 61 AS INTEGER) AS rank_b,
  CASE WHEN hash(t * 64 + position) % 1000 < 80 THEN 1 ELSE 0 END AS "like",
  CASE WHEN hash(t * 64 + position + 1000000000) % 1000 < 60
    THEN ROUND(-30 * LN(1e-6 + (hash(t * 64 + position + 2000000000) % 1000000) / 1e6), 3)
    ELSE 0e0 END AS watch
FROM x ORDER BY t + (hash(t * 64 + position) % 20), t, position`;

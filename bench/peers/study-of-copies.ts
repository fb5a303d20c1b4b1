import { existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { parse } from "yaml";
import { readStudy } from "../../src/study/read-study.js";
import type { Study } from "../../src/study/study.js";

const folder = fileURLToPath(new URL("../../.cache/bench", import.meta.url));

/**
 * The example's study on a log with every round so many times, of Parquet files that are made before the time counts;
 * without the log of the other policy.
 */
export async function studyOfCopies(text: string, copies: number): Promise<Study> {
  const { log, estimators, ...rest } = parse(text);
  mkdirSync(folder, { recursive: true });
  const [source, candidates] = [
    `${folder}/men-${copies}.parquet`,
    `${folder}/men-${copies}-candidates.parquet`,
  ];
  await write(source, log.source.sql, copies);
  await write(candidates, log.candidates.sql, copies);
  const { online: _, ...uniform } = rest.policies.uniform;
  return readStudy({
    log: { ...log, source, candidates: { files: candidates } },
    policies: { uniform },
    estimators: estimators.filter((each: unknown) => each !== "mean"),
  });
}

async function write(file: string, sql: string, copies: number): Promise<void> {
  if (existsSync(file)) return;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT s.* REPLACE (s.round * ${copies} + c.copy AS round) FROM (${sql}) AS s CROSS JOIN range(${copies}) AS c(copy)) TO '${file}'`,
  );
  connection.closeSync();
  instance.closeSync();
}

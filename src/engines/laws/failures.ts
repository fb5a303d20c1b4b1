import { type EngineError, type EngineFailure, InternalError } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { from, type SourceRef, select } from "../../sql/relation.js";
import {
  type EngineLaw,
  type EngineRunner,
  failureOf,
  insist,
  oneRow,
  rowsOfPlan,
  same,
  sqlOf,
} from "./law.js";

const one = { n: "bigint" } as const;

/** What is missing or refused is a typed error that names it. */
export const failureLaws: readonly EngineLaw[] = [
  {
    name: "a table that is not there is named",
    check: (run) =>
      missingSource(run, { kind: "table", name: ["nowhere_to_be_found"] }, "tableMissing"),
  },
  {
    name: "a file that is not there is named",
    needs: ["missing files"],
    check: (run) =>
      missingSource(
        run,
        { kind: "files", format: "parquet", paths: ["/nowhere_to_be_found.parquet"] },
        "fileMissing",
      ),
  },
  { name: "a column that is not there is named", check: missingColumn },
  { name: "a statement that is not SQL is a syntax error", check: notSql },
  { name: "a text that is not a number is an error of the data", check: notNumber },
  { name: "a column of another type than promised is refused", check: brokenPromise },
  { name: "a signal that was aborted before cancels", check: abortedBefore },
  {
    name: "wrong credentials are refused, and not repeated",
    needs: ["credentials"],
    check: wrongCredentials,
  },
];

function expectFailure(
  engine: Engine,
  error: EngineError,
  expected: { readonly failure: EngineFailure; readonly code?: string; readonly named?: string },
): void {
  same(engine, "the failure", error.failure, expected.failure);
  if (expected.code !== undefined) same(engine, "the code", error.code, expected.code);
  const { named = "" } = expected;
  insist(
    engine,
    error.message.includes(named),
    `the message does not name "${named}": ${error.message}`,
  );
}

async function missingSource(
  { engine }: EngineRunner,
  source: SourceRef,
  code: string,
): Promise<void> {
  for (const ask of [() => rowsOfPlan(engine, from(source), one), () => engine.describe(source)]) {
    const error = await failureOf(engine, ask());
    expectFailure(engine, error, { failure: "missing", code, named: "nowhere_to_be_found" });
  }
}

async function missingColumn({ engine }: EngineRunner): Promise<void> {
  const source = sqlOf(`SELECT ${engine.dialect.cast("1", "bigint")} AS there`);
  const absent = select(source, [["n", column("not_there")]]);
  const error = await failureOf(engine, rowsOfPlan(engine, absent, one));
  expectFailure(engine, error, { failure: "missing", code: "columnMissing", named: "not_there" });
}

async function notSql({ engine }: EngineRunner): Promise<void> {
  const error = await failureOf(engine, rowsOfPlan(engine, sqlOf("SELECT 1 1 AS n"), one));
  expectFailure(engine, error, { failure: "syntax" });
  insist(engine, !error.message.includes("WITH q"), "the message holds the whole statement");
}

async function notNumber({ engine }: EngineRunner): Promise<void> {
  const bad = sqlOf(`SELECT ${engine.dialect.cast("'abc'", "bigint")} AS n`);
  expectFailure(engine, await failureOf(engine, rowsOfPlan(engine, bad, one)), { failure: "data" });
}

async function brokenPromise({ engine }: EngineRunner): Promise<void> {
  const answer = rowsOfPlan(engine, select(oneRow, [["n", column("unused")]]), { n: "text" });
  const ended = await answer.catch((error: unknown) => error);
  insist(engine, ended instanceof InternalError, "a BIGINT that was promised as text came back");
  same(engine, "a row", await rowsOfPlan(engine, oneRow, { unused: "bigint" }), [[1n]]);
}

async function abortedBefore({ engine }: EngineRunner): Promise<void> {
  const call = { signal: AbortSignal.abort() };
  const answer = rowsOfPlan(engine, oneRow, { unused: "bigint" }, call);
  const error = await failureOf(engine, answer);
  expectFailure(engine, error, { failure: "cancelled", code: "cancelled" });
}

async function wrongCredentials({ engine, connect }: EngineRunner): Promise<void> {
  const ask = async (): Promise<unknown> => {
    const other = await connect({ credentials: "wrong" });
    return rowsOfPlan(other, oneRow, { unused: "bigint" }).finally(() => other.close());
  };
  const error = await failureOf(engine, ask());
  expectFailure(engine, error, { failure: "auth" });
  const text = `${error.message} ${JSON.stringify(error.problems)}`;
  insist(engine, !/another-|golden-/.test(text), "the error repeats the credentials");
}

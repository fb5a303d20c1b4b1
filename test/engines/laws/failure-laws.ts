import { expect, it } from "vitest";
import { column } from "../../../src/sql/index.js";
import { from, type SourceRef, select } from "../../../src/sql/relation.js";
import type { Opened } from "../engine-suite.js";
import type { Ability, UnderTest } from "../under-test/under-test.js";
import { failureOf } from "./failure-of.js";
import { oneRow, rowsOfPlan, sqlOf } from "./rows-of-plan.js";

const one = { n: "bigint" } as const;

/** What is missing or refused is a typed error. */
export function failureLaws(under: UnderTest, opened: () => Opened): void {
  const lacks = (ability: Ability): boolean => under.lacks[ability] !== undefined;
  const table: SourceRef = { kind: "table", name: ["nowhere_to_be_found"] };

  it("a table that is not there", async () => {
    const { engine } = opened();
    for (const ask of [() => rowsOfPlan(engine, from(table), one), () => engine.describe(table)]) {
      const error = await failureOf(ask());
      expect(error.message).toContain("nowhere_to_be_found");
      expect(error.message).toMatch(/\.$|not exist/);
      expect(error).toMatchObject({ failure: "missing", code: "tableMissing" });
    }
  });

  it("a column that is not there", async () => {
    const { engine } = opened();
    const { cast } = engine.dialect;
    const source = sqlOf(`SELECT ${cast("1", "bigint")} AS there`);
    const absent = select(source, [["n", column("not_there")]]);
    const error = await failureOf(rowsOfPlan(engine, absent, one));
    expect(error.message).toContain("not_there");
    expect(error).toMatchObject({ failure: "missing", code: "columnMissing" });
  });

  it.skipIf(lacks("files") || lacks("missing files"))("a file that is not there", async () => {
    const { engine } = opened();
    const path = "/nowhere/to/be/found.parquet";
    const files: SourceRef = { kind: "files", format: "parquet", paths: [path] };
    for (const ask of [() => rowsOfPlan(engine, from(files), one), () => engine.describe(files)]) {
      const error = await failureOf(ask());
      expect(error.message).toContain("found.parquet");
      expect(error).toMatchObject({ failure: "missing", code: "fileMissing" });
    }
  });

  it("a statement that is none", async () => {
    const { engine } = opened();
    const error = await failureOf(rowsOfPlan(engine, sqlOf("SELEC 1 AS n FROM b"), one));
    expect(error.failure).toBe("syntax");
    expect(error.message).not.toContain("WITH q");
  });

  it("a value that is no number", async () => {
    const { engine } = opened();
    const { cast } = engine.dialect;
    const bad = sqlOf(`SELECT ${cast("'abc'", "bigint")} AS n`);
    expect((await failureOf(rowsOfPlan(engine, bad, one))).failure).toBe("data");
  });

  it("a promise about a type that a statement breaks", async () => {
    const { engine } = opened();
    const answer = rowsOfPlan(engine, select(oneRow, [["n", column("unused")]]), { n: "text" });
    await expect(answer).rejects.toMatchObject({ kind: "internal" });
    expect(await rowsOfPlan(engine, oneRow, { unused: "bigint" })).toEqual([[1n]]);
  });

  it("a signal that was aborted before", async () => {
    const call = { signal: AbortSignal.abort() };
    const error = await failureOf(rowsOfPlan(opened().engine, oneRow, { unused: "bigint" }, call));
    expect(error).toMatchObject({ failure: "cancelled", code: "cancelled" });
  });

  it.skipIf(lacks("credentials"))("credentials that the server does not take", async () => {
    const ask = async (): Promise<unknown> => {
      const engine = await opened().running.connect({ credentials: "wrong" });
      return rowsOfPlan(engine, oneRow, { unused: "bigint" }).finally(() => engine.close());
    };
    const error = await failureOf(ask());
    expect(error.failure).toBe("auth");
    expect(`${error.message} ${JSON.stringify(error.problems)}`).not.toMatch(/another-|golden-/);
  });
}

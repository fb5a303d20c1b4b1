import { stat, utimes } from "node:fs/promises";
import { expect, it } from "vitest";
import { createSourceStates } from "../../../src/engines/results/source-states.js";
import type { SourceRef } from "../../../src/sql/relation.js";
import { plainLog } from "../golden/golden-log.js";
import type { OpenEngine, UnderTest, WrittenLog } from "../under-test/under-test.js";

/** What an engine says of a source's version shows that it was written, also with the same rows. */
export function stateLaw({ lacks }: UnderTest, opened: () => OpenEngine): void {
  it.skipIf(lacks["states of sources"] !== undefined)(
    "the state of a source is another one once it was written, and no other time",
    async () => {
      const { engine, running, logs } = opened();
      const log = logs.find(({ name }) => name === plainLog.name);
      if (log === undefined) throw new Error("Expected the plain log to be written.");
      const source = sourceOf(running.source(log));
      const state = () => createSourceStates(engine).of(source);
      const before = await state();
      expect(before).toEqual(expect.any(String));
      expect(await state()).toBe(before);
      await (running.rewrite ?? touched)(log);
      expect(await state()).not.toBe(before);
      const query = { kind: "sql", sql: "SELECT 1 AS n" } as const;
      expect(await createSourceStates(engine).of(query)).toBeUndefined();
    },
  );
}

/** Files with the same rows, written later. */
async function touched({ paths }: WrittenLog): Promise<void> {
  const [path = ""] = paths;
  const { mtimeMs } = await stat(path);
  await utimes(path, new Date(), new Date(mtimeMs + 5000));
}

const sourceOf = (named: unknown): SourceRef =>
  Array.isArray(named)
    ? { kind: "files", format: "parquet", paths: named.map(String) }
    : { kind: "table", name: (named as { readonly table: readonly string[] }).table };

import { expect, it } from "vitest";
import { createSourceStates } from "../../src/engines/results/source-states.js";
import type { SourceRef } from "../../src/sql/index.js";
import { engineSuite, type OpenEngine } from "./engine-suite.js";
import { clickhouse } from "./under-test/clickhouse.js";

engineSuite(clickhouse, (opened) => {
  it("tells by its parts that a table was written, with equal counts and ranges too", async () => {
    const { engine } = opened();
    const source: SourceRef = { kind: "table", name: ["default", "it's"] };
    const state = () => createSourceStates(engine).of(source);
    await write(opened(), "CREATE TABLE `it's` (x Int64) ENGINE = MergeTree ORDER BY tuple()");
    expect(await state(), "of no part").toBeUndefined();
    await write(opened(), "INSERT INTO `it's` VALUES (1), (2), (9)");
    const before = await state();
    expect(before).toEqual(expect.any(String));
    expect(await state()).toBe(before);
    await write(opened(), "TRUNCATE TABLE `it's`");
    await write(opened(), "INSERT INTO `it's` VALUES (1), (3), (9)");
    expect(await state()).not.toBe(before);
  });
});

/** Runs a statement as the server's owner. */
async function write({ running }: OpenEngine, statement: string): Promise<void> {
  const credentials = Buffer.from("golden:golden-password").toString("base64");
  const headers = { authorization: `Basic ${credentials}` };
  const url = `http://127.0.0.1:${running.port}/write`;
  const answer = await fetch(url, { method: "POST", body: statement, headers });
  if (!answer.ok) throw new Error(await answer.text());
}

import { describe, expect, it } from "vitest";
import {
  type Answer,
  Fake,
  failureOf,
  lines,
  meta,
  plan,
  rowsOf,
  says,
  until,
} from "../../../test/fixture/fake-clickhouse.js";

describe("a query that is given up is killed on the server", () => {
  const hangs: Answer = (response) => response.write(lines([{ progress: { read_rows: "1" } }]));
  const idOf = (fake: Fake): string | null | undefined => fake.asked[0]?.parameters.get("query_id");

  it("when its signal is aborted", async () => {
    const fake = new Fake(hangs);
    const control = new AbortController();
    const answer = rowsOf(await fake.engine(), plan("bigint"), {
      signal: control.signal,
      onProgress: () => control.abort(),
    });
    expect(await failureOf(answer)).toMatchObject({ failure: "cancelled", code: "cancelled" });
    await until(() => fake.killed.length === 1 && fake.gone === 1);
    expect(fake.killed).toEqual([idOf(fake)]);
  });

  it("before the server has said anything", async () => {
    const control = new AbortController();
    const fake = new Fake(() => control.abort());
    const answer = rowsOf(await fake.engine(), plan("bigint"), { signal: control.signal });
    expect(await failureOf(answer)).toMatchObject({ failure: "cancelled" });
    await until(() => fake.killed.length === 1);
  });

  it("when its time is over", async () => {
    const fake = new Fake(hangs);
    const answer = rowsOf(await fake.engine({ timeout: 0.2 }), plan("bigint"));
    expect(await failureOf(answer)).toMatchObject({ failure: "cancelled", code: "queryTimeout" });
    await until(() => fake.killed.length === 1);
  });

  it("when its reader leaves", async () => {
    const fake = new Fake((response) => {
      response.write(lines([meta("UInt8"), ...Array(5000).fill({ row: [1] })]));
    });
    for await (const batch of (await fake.engine()).query(plan("bigint"))) {
      expect(batch.rows).toBeGreaterThan(0);
      break;
    }
    await until(() => fake.killed.length === 1);
  });

  it("when the engine is closed, which waits until the server was told", async () => {
    const fake = new Fake(hangs);
    const engine = await fake.engine();
    const answer = failureOf(rowsOf(engine, plan("bigint")));
    await until(() => fake.asked.length === 1);
    await engine.close();
    expect(fake.killed).toEqual([idOf(fake)]);
    expect(await answer).toMatchObject({ failure: "cancelled" });
    await engine.close();
    expect(await failureOf(rowsOf(engine, plan("bigint")))).toMatchObject({ code: "engineClosed" });
  });

  it("but never one that has ended, or never began", async () => {
    const fake = new Fake(says(meta("UInt8"), { row: [1] }));
    const engine = await fake.engine();
    const signal = AbortSignal.abort();
    await failureOf(rowsOf(engine, plan("bigint"), { signal }));
    expect(await rowsOf(engine, plan("bigint"))).toEqual([[1n]]);
    await engine.close();
    expect(fake.killed).toEqual([]);
    expect(fake.asked).toHaveLength(1);
  });
});

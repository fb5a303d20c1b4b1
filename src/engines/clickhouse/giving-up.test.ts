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
import { isInTurn, repetitions } from "../../../test/fixture/property.js";

/** A quick run waits for one of three servers. */
const shares = repetitions(3, 1);

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

describe("a server that says nothing more", () => {
  const begins: Answer = (response) => response.write(lines([meta("UInt8")]));
  const silent = { failure: "network", code: "networkFailed", message: /engine\.silence/ };
  const matching = { ...silent, message: expect.stringMatching(silent.message) };

  it("is a network error after engine.silence seconds, and is told to stop", async () => {
    const fake = new Fake(begins);
    const answer = rowsOf(await fake.engine({ silence: 0.3 }), plan("bigint"));
    expect(await failureOf(answer)).toMatchObject(matching);
    await until(() => fake.killed.length === 1);
  });

  it("also before it has said anything, and where it dribbles blanks", async () => {
    const mute = new Fake(() => undefined);
    const muted = rowsOf(await mute.engine({ silence: 0.3 }), plan("bigint"));
    expect(await failureOf(muted)).toMatchObject(matching);
    let dribbling: NodeJS.Timeout | undefined;
    const fake = new Fake((response) => {
      dribbling = setInterval(() => response.write(" "), 50);
    });
    const answer = rowsOf(await fake.engine({ silence: 0.3 }), plan("bigint"));
    expect(await failureOf(answer)).toMatchObject(matching);
    clearInterval(dribbling);
  });

  it.runIf(isInTurn(0, shares)).concurrent(
    "is not one that tells its progress, nor one whose reader takes its time",
    async () => {
      let told = 0;
      const fake = new Fake((response) => {
        const telling = setInterval(() => {
          response.write(lines([{ progress: { read_rows: `${++told}` } }]));
          if (told < 8) return;
          clearInterval(telling);
          response.end(lines([meta("UInt8"), { row: [1] }]));
        }, 200);
      });
      expect(await rowsOf(await fake.engine({ silence: 1 }), plan("bigint"))).toEqual([[1n]]);
      const long = new Fake((response) => {
        response.write(lines([meta("UInt8"), ...Array(5000).fill({ row: [1] })]));
        setTimeout(() => response.end(lines([{ row: [1] }])), 100);
      });
      let rows = 0;
      for await (const batch of (await long.engine({ silence: 1 })).query(plan("bigint"))) {
        rows += batch.rows;
        await new Promise((resolve) => setTimeout(resolve, 1200));
      }
      expect(rows).toBe(5001);
    },
  );

  it.runIf(isInTurn(1, shares)).concurrent(
    "does not keep the engine from closing: it tells the server once and waits no longer",
    async () => {
      const fake = new Fake(begins);
      const engine = await fake.engine();
      const answer = failureOf(rowsOf(engine, plan("bigint")));
      await until(() => fake.asked.length === 1);
      fake.isDeaf = true;
      await new Promise((resolve) => setTimeout(resolve, 3100));
      const begun = performance.now();
      await engine.close();
      // A second, and what a busy machine adds.
      expect(performance.now() - begun).toBeLessThan(2500);
      expect(await answer).toMatchObject({ failure: "cancelled" });
    },
  );
});

it.runIf(isInTurn(2, shares))(
  "a statement is begun again for as long as the server may be away, once it has answered",
  async () => {
    let asked = 0;
    const fake = new Fake((response) => {
      if (++asked === 1) response.end(lines([meta("UInt8"), { row: [7] }]));
      else if (asked < 6) response.destroy();
      else response.end(lines([meta("UInt8"), { row: [8] }]));
    });
    const engine = await fake.engine({ connectTimeout: 4 });
    expect(await rowsOf(engine, plan("bigint"))).toEqual([[7n]]);
    expect(await rowsOf(engine, plan("bigint"))).toEqual([[8n]]);
    expect(asked).toBe(6);
  },
  20_000,
);

import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import type { EngineError } from "../../../src/errors.js";
import { collect, type Engine } from "../../../src/sql/index.js";
import type { Opened } from "../engine-suite.js";
import { startProxy } from "../servers/proxy.js";
import type { Ability, UnderTest } from "../under-test/under-test.js";
import { failureOf } from "./failure-of.js";
import { oneRow, planOf, rowsOfPlan, sqlOf } from "./rows-of-plan.js";

const one = { n: "bigint" } as const;
const prompt = 5000;
const patience = 30_000;

/** A query that would take long ends when it is told to, and nothing is left running. */
export function stoppingLaws(under: UnderTest, opened: () => Opened): void {
  const lacks = (ability: Ability): boolean => under.lacks[ability] !== undefined;
  const slow = sqlOf(under.slowSource);
  const jobs = async (): Promise<number> => (await opened().running.jobs?.()) ?? 0;
  const until = async (wanted: (running: number) => boolean): Promise<void> => {
    for (const end = Date.now() + patience; !wanted(await jobs()) && Date.now() < end; ) {
      await wait(100);
    }
    expect(wanted(await jobs()), `${await jobs()} jobs run`).toBe(true);
  };
  /** As the server says, or, where it cannot be asked, after a second. */
  const running = (): Promise<void> =>
    opened().running.jobs === undefined ? wait(1000) : until((count) => count > 0);

  /** Runs the slow query until it is known to run, then stops it. */
  async function stopped(
    engine: Engine,
    stop: () => unknown,
    signal?: AbortSignal,
  ): Promise<EngineError> {
    const answer = failureOf(collect(engine, planOf(slow, one), { signal }));
    await running();
    const begun = Date.now();
    stop();
    const error = await answer;
    expect(error.failure).toBe("cancelled");
    expect(Date.now() - begun).toBeLessThan(prompt);
    await until((count) => count === 0);
    return error;
  }

  it("ends at once when it is aborted, and nothing is left running", async () => {
    const control = new AbortController();
    const { engine } = opened();
    const error = await stopped(engine, () => control.abort(), control.signal);
    expect(error.code).toBe("cancelled");
    expect(await rowsOfPlan(engine, oneRow, { unused: "bigint" })).toEqual([[1n]]);
  });

  it("ends when its reader stops reading", async () => {
    const { engine } = opened();
    const many = sqlOf(under.manyRows);
    for await (const batch of engine.query(planOf(many, one))) {
      expect(batch.rows).toBeGreaterThan(0);
      break;
    }
    await until((count) => count === 0);
  });

  it("ends when the engine is closed, which then answers no more", async () => {
    const engine = await opened().running.connect();
    await stopped(engine, () => engine.close());
    await engine.close();
    const error = await failureOf(rowsOfPlan(engine, oneRow, { unused: "bigint" }));
    expect(error).toMatchObject({ failure: "cancelled", code: "engineClosed" });
  });

  it.skipIf(lacks("timeout"))("ends when its time is over, and says so", async () => {
    const engine = await opened().running.connect({ timeout: 3 });
    const error = await stopped(engine, () => undefined).finally(() => engine.close());
    expect(error).toMatchObject({ failure: "cancelled", code: "queryTimeout" });
    expect(error.message).toContain("engine.timeout");
  });

  it.skipIf(lacks("network"))("fails when the network is cut for good", async () => {
    const server = opened().running;
    const proxy = await startProxy(server.port ?? 0);
    const engine = await server.connect({ port: proxy.port });
    const answer = failureOf(collect(engine, planOf(slow, one)));
    await running();
    await proxy.end();
    const error = await answer.finally(() => engine.close());
    expect(error.failure).toBe("network");
    expect(error.message).toMatch(/[a-z].*\.$/s);
    await until((count) => count === 0);
  });
}

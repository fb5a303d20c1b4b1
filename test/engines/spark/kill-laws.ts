import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { tellFault } from "../faults.js";
import { evaluated } from "../golden/asking.js";
import { onePolicy } from "../golden/cases.js";
import { differences } from "../golden/compare.js";
import { plainLog } from "../golden/golden-log.js";
import { inMemory } from "../golden/golden-numbers.js";
import { processesOf } from "../servers/processes.js";
import { startProxy } from "../servers/proxy.js";
import type { OpenEngine } from "../under-test/under-test.js";

const minutes = 60_000;

/** A failure next to a study does not change its numbers. */
export function killLaws(opened: () => OpenEngine): void {
  const ask = evaluated(plainLog, onePolicy);

  /** The plain log, read so slowly that a statement takes more than a second. */
  const slowly = (milliseconds: number) => ({
    sql: plainPaths()
      .map((path) => `SELECT * FROM parquet.\`${path}\` WHERE ${working(milliseconds)}`)
      .join(" UNION ALL "),
  });
  const plainPaths = (): readonly string[] =>
    opened().logs.find(({ name }) => name === plainLog.name)?.paths ?? [];
  const busy = async (): Promise<void> => {
    while (((await opened().running.jobs?.()) ?? 0) === 0) await wait(50);
  };

  it("an executor killed while it works: the study still answers right", {
    timeout: 4 * minutes,
  }, async () => {
    const { engine, running } = opened();
    const executors = processesOf(running.pid ?? 0, "CoarseGrainedExecutorBackend");
    expect(executors).toHaveLength(2);
    const answer = ask({ engine, source: () => slowly(4) });
    await busy();
    await wait(300);
    process.kill(executors[0] ?? 0, "SIGKILL");
    const got = await answer;
    expect(differences(got, await ask(inMemory), 0)).toEqual([]);
    expect(processesOf(running.pid ?? 0, "CoarseGrainedExecutorBackend")).not.toEqual(executors);
    tellFault("spark", "an executor is killed while it works", "the same numbers");
  });

  it("a connection cut while a statement runs: its answer is fetched over the next one", {
    timeout: 4 * minutes,
  }, async () => {
    const { running } = opened();
    const proxy = await startProxy(running.port ?? 0);
    const engine = await running.connect({ port: proxy.port });
    const answer = ask({ engine, source: () => slowly(2) });
    let cuts = 0;
    const saw = setInterval(() => {
      proxy.cut();
      cuts++;
    }, 1000);
    const got = await answer.finally(async () => {
      clearInterval(saw);
      await engine.close();
      await proxy.end();
    });
    expect(differences(got, await ask(inMemory), 0)).toEqual([]);
    expect(cuts).toBeGreaterThan(2);
    tellFault("spark", "the connection is cut every second", "the same numbers");
  });
}

/** A condition that holds, after so much work for every row. */
const working = (milliseconds: number): string =>
  `aggregate(sequence(1, CAST(${5000 * milliseconds} + rand() AS INT)), 0L, (x, y) -> x + y) >= 0`;

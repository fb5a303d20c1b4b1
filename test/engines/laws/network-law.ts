import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { failureOf, planOf, sqlOf } from "../../../src/engines/laws/law.js";
import { collect } from "../../../src/sql/index.js";
import type { OpenEngine } from "../engine-suite.js";
import { startProxy } from "../servers/proxy.js";
import type { UnderTest } from "../under-test/under-test.js";

const patience = 30_000;

/** A network that is cut for good is an error, and the server's work ends. */
export function networkLaw({ lacks, slowSource }: UnderTest, opened: () => OpenEngine): void {
  it.skipIf(lacks.network !== undefined)("fails when the network is cut for good", async () => {
    const server = opened().running;
    const { jobs } = server;
    const until = async (wanted: (running: number) => boolean): Promise<void> => {
      if (jobs === undefined) return wait(1000);
      await expect.poll(async () => wanted(await jobs()), { timeout: patience }).toBe(true);
    };
    const proxy = await startProxy(server.port ?? 0);
    const engine = await server.connect({ port: proxy.port });
    const slow = planOf(sqlOf(slowSource), { n: "bigint" });
    const answer = failureOf(engine, collect(engine, slow));
    await until((running) => running > 0);
    await proxy.end();
    const error = await answer.finally(() => engine.close());
    expect(error.failure).toBe("network");
    expect(error.message).toMatch(/[a-z].*\.$/s);
    await until((running) => running === 0);
  });
}

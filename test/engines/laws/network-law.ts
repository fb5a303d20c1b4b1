import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { failureOf, planOf, sqlOf } from "../../../src/engines/laws/law.js";
import type { EngineError } from "../../../src/errors.js";
import type { Engine } from "../../../src/sql/engine.js";
import { collect } from "../../../src/sql/run/collect.js";
import { tellFault } from "../faults.js";
import { type Proxy as Line, type Passing, startProxy } from "../servers/proxy.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";

const patience = 30_000;
/** Seconds after which silence counts as a lost connection, here. */
const silence = 6;
/** Seconds for which a lost connection is tried again, here. */
const connectTimeout = 6;
/** Milliseconds in which a statement that is silent must end: its silence, and the wait for a new connection. */
const longest = 1000 * (silence + connectTimeout + 30);
/** Milliseconds in which a command that is told to stop stops: one second, and what a busy machine adds. */
const prompt = 4000;

interface Wire {
  readonly proxy: Line;
  readonly engine: Engine;
}

/** A network that fails in any way is an error in time, and never keeps a command from stopping. */
export function networkLaw(under: UnderTest, opened: () => OpenEngine): void {
  const { lacks, slowSource } = under;
  const slow = planOf(sqlOf(slowSource), { n: "bigint" });
  const until = async (wanted: (running: number) => boolean): Promise<void> => {
    const { jobs } = opened().running;
    if (jobs === undefined) return wait(1000);
    await expect.poll(async () => wanted(await jobs()), { timeout: patience }).toBe(true);
  };
  async function overWire<T>(use: (wire: Wire) => Promise<T>): Promise<T> {
    const { running } = opened();
    const proxy = await startProxy(running.port ?? 0);
    const engine = await running.connect({ port: proxy.port, silence, connectTimeout });
    try {
      return await use({ proxy, engine });
    } finally {
      await engine.close();
      await proxy.end();
    }
  }
  const run = (engine: Engine, signal?: AbortSignal): Promise<EngineError> =>
    failureOf(engine, collect(engine, slow, { signal }));
  const tell = (fault: string, outcome: string, begun: number): void =>
    tellFault(under.name, fault, `${outcome}, ${Math.ceil((Date.now() - begun) / 1000)} s`);
  const test = it.skipIf(lacks.network !== undefined);

  test("fails when the network is cut for good", async () => {
    await overWire(async ({ proxy, engine }) => {
      const answer = run(engine);
      await until((running) => running > 0);
      const begun = Date.now();
      await proxy.end();
      const error = await answer;
      expect(error.failure).toBe("network");
      expect(error.message).toMatch(/[a-z].*\.$/s);
      tell("connection cut for good", "network error", begun);
      await until((running) => running === 0);
    });
  });

  const faults: readonly (readonly [fault: string, passing: Passing])[] = [
    ["falls silent", "nothing"],
    ["dribbles", "dribbles"],
  ];
  for (const [fault, passing] of faults) {
    test(`fails when a network under a statement ${fault}`, { timeout: 4 * patience }, async () => {
      await overWire(async ({ proxy, engine }) => {
        const answer = run(engine);
        await until((running) => running > 0);
        const begun = Date.now();
        proxy.pass(passing);
        expect(await answer).toMatchObject({ failure: "network" });
        expect(Date.now() - begun).toBeLessThan(longest);
        tell(`connection ${fault}, silence: ${silence}`, "network error", begun);
      });
      await until((running) => running === 0);
    });

    test(`stops within a second where the network ${fault}`, {
      timeout: 4 * patience,
    }, async () => {
      await overWire(async ({ proxy, engine }) => {
        const control = new AbortController();
        const answer = run(engine, control.signal);
        await until((running) => running > 0);
        proxy.pass(passing);
        await wait(4000);
        const begun = Date.now();
        control.abort();
        expect(await answer).toMatchObject({ failure: "cancelled" });
        await engine.close();
        expect(Date.now() - begun).toBeLessThan(prompt);
        tell(`Ctrl-C while the connection ${fault}`, "stopped", begun);
      });
      await until((running) => running === 0);
    });

    test(`fails when a network ${fault} from the start, and stops at once`, {
      timeout: 4 * patience,
    }, async () => {
      await overWire(async ({ proxy, engine }) => {
        proxy.pass(passing);
        const begun = Date.now();
        expect(await run(engine)).toMatchObject({ failure: "network" });
        expect(Date.now() - begun).toBeLessThan(longest);
        tell(
          `server never greets (${fault}), connectTimeout: ${connectTimeout}`,
          "network error",
          begun,
        );
        const answer = run(engine);
        await wait(500);
        const closing = Date.now();
        await engine.close();
        await answer;
        expect(Date.now() - closing).toBeLessThan(prompt);
      });
    });
  }
}

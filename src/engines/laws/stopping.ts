import { setTimeout as wait } from "node:timers/promises";
import type { EngineError } from "../../errors.js";
import type { Engine } from "../../sql/engine.js";
import { collect } from "../../sql/run/collect.js";
import {
  type EngineLaw,
  type EngineRunner,
  failureOf,
  insist,
  oneRow,
  planOf,
  rowsOfPlan,
  same,
  sqlOf,
} from "./law.js";

const one = { n: "bigint" } as const;
/** Milliseconds in which a statement that was told to stop ends, and its server's work. */
const prompt = 5000;
const patience = 30_000;

/** A query that would take long ends when it is told to, and nothing is left running. */
export const stoppingLaws: readonly EngineLaw[] = [
  { name: "a query ends when it is aborted", needs: ["cancel"], check: endsOnAbort },
  { name: "a query ends when its reader stops reading", needs: ["cancel"], check: endsUnread },
  { name: "a query ends when its engine is closed", needs: ["cancel"], check: endsOnClose },
  {
    name: "a query ends when its time is over, and says so",
    needs: ["cancel", "timeout"],
    check: endsInTime,
  },
];

async function until(run: EngineRunner, suffices: (running: number) => boolean): Promise<void> {
  const jobs = async (): Promise<number> => (await run.jobs?.()) ?? 0;
  let many = await jobs();
  for (const end = Date.now() + patience; !suffices(many) && Date.now() < end; ) {
    await wait(100);
    many = await jobs();
  }
  insist(run.engine, suffices(many), `${many} statements run`);
}

/**
 * Resolves when a statement runs, as the server says, or, where it cannot be asked, after a second. What an engine asks
 * of a query before it runs it is over by the second look.
 */
async function running(run: EngineRunner): Promise<void> {
  if (run.jobs !== undefined) await until(run, (many) => many > 0);
  await wait(run.jobs === undefined ? 1000 : 300);
  if (run.jobs !== undefined) await until(run, (many) => many > 0);
}

/** Runs the slow query until it is known to run, then stops it. */
async function stopped(
  run: EngineRunner,
  engine: Engine,
  stop: () => unknown,
  signal?: AbortSignal,
): Promise<EngineError> {
  const slow = planOf(sqlOf(run.slowSource), one);
  const answer = collect(engine, slow, { signal });
  answer.catch(() => undefined);
  await running(run);
  const begun = Date.now();
  stop();
  const error = await failureOf(engine, answer);
  same(engine, "the failure", error.failure, "cancelled");
  insist(engine, Date.now() - begun < prompt, `it took ${Date.now() - begun} ms to stop`);
  if (run.jobs !== undefined) await until(run, (many) => many === 0);
  return error;
}

async function endsOnAbort(run: EngineRunner): Promise<void> {
  const control = new AbortController();
  const error = await stopped(run, run.engine, () => control.abort(), control.signal);
  same(run.engine, "the code", error.code, "cancelled");
  const rows = await rowsOfPlan(run.engine, oneRow, { unused: "bigint" });
  same(run.engine, "the next answer", rows, [[1n]]);
}

async function endsUnread(run: EngineRunner): Promise<void> {
  const { engine } = run;
  for await (const batch of engine.query(planOf(sqlOf(run.manyRows), one))) {
    insist(engine, batch.rows > 0, "a batch is empty");
    break;
  }
  if (run.jobs !== undefined) await until(run, (many) => many === 0);
  same(engine, "the next answer", await rowsOfPlan(engine, oneRow, { unused: "bigint" }), [[1n]]);
}

async function endsOnClose(run: EngineRunner): Promise<void> {
  const engine = await run.connect();
  await stopped(run, engine, () => engine.close());
  await engine.close();
  const error = await failureOf(engine, rowsOfPlan(engine, oneRow, { unused: "bigint" }));
  same(engine, "the failure after close", error.failure, "cancelled");
  same(engine, "the code after close", error.code, "engineClosed");
}

async function endsInTime(run: EngineRunner): Promise<void> {
  const engine = await run.connect({ timeout: 3 });
  const error = await stopped(run, engine, () => undefined).finally(() => engine.close());
  same(engine, "the code", error.code, "queryTimeout");
  insist(
    engine,
    error.message.includes("engine.timeout"),
    "the error does not name engine.timeout",
  );
}

import { setTimeout as wait } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { columnFromArray, float64, int32, int64, largeUtf8, utf8 } from "@uwdata/flechette";
import { describe, expect, it } from "vitest";
import { isInTurn, repetitions } from "../../../test/fixture/property.js";
import {
  type Answers,
  answer,
  batch,
  engineAt,
  gone,
  never,
  numbers,
  planOf,
  refuse,
  rowsOf,
  serve,
} from "../../../test/fixture/spark-queries.js";
import { complete, rowsResponse } from "../../../test/fixture/spark-server.js";

/** A quick run waits for one of three servers that say nothing. */
const shares = repetitions(3, 1);

describe("rows", () => {
  it("come as numbers, whole numbers and texts, with null for NULL", async () => {
    const server = await serve({
      executePlan: () =>
        answer(
          { responseId: "schema" },
          rowsResponse("1", {
            d: columnFromArray([0.1, null, Number.NaN, Number.POSITIVE_INFINITY], float64()),
            n: columnFromArray([1n, -2n, 9007199254740993n, null], int64()),
            i: columnFromArray([1, 2, null, -4], int32()),
            t: columnFromArray(["a", null, "", "☃𝄞"], utf8()),
            u: columnFromArray(["a", "b", null, "d"], largeUtf8()),
          }),
          complete,
        ),
    });
    const plan = planOf({ d: "double", n: "bigint", i: "bigint", t: "text", u: "text" });
    expect(await rowsOf(await engineAt(server.url), plan)).toEqual([
      [0.1, 1n, 1n, "a", "a"],
      [null, -2n, 2n, null, "b"],
      [Number.NaN, 9007199254740993n, null, "", null],
      [Number.POSITIVE_INFINITY, null, -4n, "☃𝄞", "d"],
    ]);
  });

  it("of other types than the plan's are an error of ours", async () => {
    const server = await serve({ executePlan: () => answer(batch("1", [1n]), complete) });
    const engine = await engineAt(server.url);
    await expect(rowsOf(engine, planOf({ a: "double" }))).rejects.toThrow(/"a" as double.*Int/);
    await expect(rowsOf(engine, planOf({ b: "bigint" }))).rejects.toThrow(/no such column/);
    expect(server.of("interrupt")).toHaveLength(2);
  });

  it("may be none, and may be many batches in one stream", async () => {
    const values = Array.from({ length: 300 }, (_, i) => BigInt(i));
    const server = await serve({
      executePlan: () =>
        answer(
          ...values.map((value) => batch(`${value}`, [value], value)),
          batch("e", []),
          complete,
        ),
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual(values.map((value) => [value]));
  });
});

describe("a stream that ends before the result is complete", () => {
  it.each([
    ["ends", false],
    ["is cut", true],
  ])("is taken up after the last response when it %s", async (_, isCut) => {
    const server = await serve({
      executePlan: async function* (_request, { signal }) {
        yield batch("1", [1n, 2n], 0n);
        yield { executionProgress: { stages: [] } };
        // What was sent leaves the process first.
        if (isCut) await wait(100);
        if (isCut) server.cut();
        if (isCut) await never(signal);
      },
      reattachExecute: ({ lastResponseId }) =>
        lastResponseId === "1" ? answer(batch("2", [3n], 2n)) : answer(complete),
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual([[1n], [2n], [3n]]);
    const ids = server.calls.map(({ request }) => request.operationId).filter(Boolean);
    expect(new Set(ids).size).toBe(1);
    expect(server.of("executePlan")).toHaveLength(1);
    expect(server.of("reattachExecute").map(({ request }) => request.lastResponseId)).toEqual([
      "1",
      "2",
    ]);
    expect(server.of("interrupt")).toHaveLength(0);
    expect(server.of("releaseExecute")).toHaveLength(1);
  });

  it("gives no batch twice where the server repeats itself", async () => {
    const server = await serve({
      executePlan: () => answer(batch("1", [1n, 2n], 0n), batch("2", [3n], 2n)),
      reattachExecute: () =>
        answer(batch("1", [1n, 2n], 0n), batch("2", [3n], 2n), batch("3", [4n], 3n), complete),
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual([[1n], [2n], [3n], [4n]]);
  });

  it("is an error where a batch is left out", async () => {
    const server = await serve({
      executePlan: () => answer(batch("1", [1n], 0n)),
      reattachExecute: () => answer(batch("3", [3n], 2n), complete),
    });
    await expect(rowsOf(await engineAt(server.url))).rejects.toThrow(/row 1, but it starts at 2/);
  });

  it("is a network error where the server does not resume and rows were given", async () => {
    const server = await serve({
      executePlan: () => answer(batch("1", [1n], 0n)),
      reattachExecute: () => refuse(gone("OPERATION_NOT_FOUND")),
    });
    await expect(rowsOf(await engineAt(server.url))).rejects.toMatchObject({
      kind: "engine",
      failure: "network",
      retryable: false,
      engineCode: "INVALID_HANDLE.OPERATION_NOT_FOUND",
    });
    expect(server.of("executePlan")).toHaveLength(1);
  });

  it("is begun again where the server does not resume and nothing was given", async () => {
    const server = await serve({
      executePlan: async function* (_request, { signal }) {
        if (server.of("executePlan").length > 1) return yield* answer(batch("1", [7n]), complete);
        server.cut();
        await never(signal);
      },
      reattachExecute: () => refuse(gone("OPERATION_NOT_FOUND")),
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual([[7n]]);
    expect(server.of("reattachExecute")).toHaveLength(1);
    const ids = server.of("executePlan").map(({ request }) => request.operationId);
    expect(new Set(ids).size).toBe(2);
  });

  it.runIf(isInTurn(2, shares))(
    "is a network error where streams end without a word, again and again",
    async () => {
      const server = await serve({ executePlan: () => answer(), reattachExecute: () => answer() });
      const engine = await engineAt(server.url, { connectTimeout: 0.5 });
      await expect(rowsOf(engine)).rejects.toMatchObject({ failure: "network", retryable: false });
      expect(server.of("reattachExecute").length).toBeLessThan(6);
    },
  );

  it.runIf(isInTurn(1, shares))(
    "is a network error where the server does not come back",
    async () => {
      const server = await serve({
        executePlan: async function* (_request, { signal }) {
          yield batch("1", [1n], 0n);
          void server.close();
          await never(signal);
        },
      });
      const engine = await engineAt(server.url, { connectTimeout: 0.3 });
      await expect(rowsOf(engine)).rejects.toMatchObject({ failure: "network", retryable: false });
    },
  );
});

describe("cancelling", () => {
  const endless: Answers = {
    executePlan: async function* (_request, { signal }) {
      yield batch("1", [1n]);
      await never(signal);
    },
  };

  it("interrupts the operation on the server", async () => {
    const server = await serve(endless);
    const engine = await engineAt(server.url);
    const controller = new AbortController();
    const rows = rowsOf(engine, numbers, { signal: controller.signal });
    const cancelled = expect(rows).rejects.toMatchObject({
      failure: "cancelled",
      code: "cancelled",
    });
    await expect.poll(() => server.of("executePlan")).toHaveLength(1);
    controller.abort();
    await cancelled;
    await expect.poll(() => server.of("releaseExecute")).toHaveLength(1);
    const [executed] = server.of("executePlan");
    expect(server.of("interrupt").map(({ request }) => request)).toMatchObject([
      { interruptType: 3, operationId: executed?.request.operationId },
    ]);
    expect(server.of("releaseExecute")).toHaveLength(1);
  });

  it("insists where the interrupt has overtaken the operation", async () => {
    const server = await serve({
      ...endless,
      interrupt: ({ operationId }) => ({
        interruptedIds: server.of("interrupt").length < 3 ? [] : [operationId],
      }),
    });
    const engine = await engineAt(server.url);
    for await (const _ of engine.query(numbers)) break;
    await engine.close();
    expect(server.of("interrupt")).toHaveLength(3);
  });

  it("does not interrupt what the server itself has ended", async () => {
    const server = await serve({
      executePlan: () => refuse(new ConnectError("[DIVIDE_BY_ZERO] Division.", Code.Internal)),
    });
    await expect(rowsOf(await engineAt(server.url))).rejects.toMatchObject({ failure: "data" });
    expect(server.of("interrupt")).toHaveLength(0);
    expect(server.of("releaseExecute")).toHaveLength(1);
  });

  it.runIf(isInTurn(0, shares))(
    "gives up where the server is dumb, and closing as well",
    async () => {
      const dumb = (_: unknown, { signal }: { signal: AbortSignal }) => never(signal);
      const server = await serve({
        ...endless,
        interrupt: dumb,
        releaseExecute: dumb,
        releaseSession: dumb,
      });
      const engine = await engineAt(server.url);
      const rows = engine.query(numbers)[Symbol.asyncIterator]();
      await rows.next();
      await engine.close();
      expect(server.of("releaseSession")).toHaveLength(1);
    },
  );

  it("happens by itself after the time that a statement is given", async () => {
    const server = await serve(endless);
    const engine = await engineAt(server.url, { timeout: 0.5 });
    await expect(rowsOf(engine)).rejects.toMatchObject({ code: "queryTimeout" });
    expect(server.of("interrupt")).toHaveLength(1);
  });

  it("happens when the reader goes away, and when the engine is closed", async () => {
    const server = await serve(endless);
    const engine = await engineAt(server.url);
    for await (const _ of engine.query(numbers)) break;
    expect(server.of("interrupt")).toHaveLength(1);
    const stopped = expect(rowsOf(engine)).rejects.toMatchObject({ failure: "cancelled" });
    await expect.poll(() => server.of("executePlan").length).toBe(2);
    await engine.close();
    await stopped;
    expect(server.of("interrupt")).toHaveLength(2);
    expect(server.of("releaseSession")).toHaveLength(1);
  });

  it("does not begin what was aborted before", async () => {
    const server = await serve(endless);
    const engine = await engineAt(server.url);
    const rows = rowsOf(engine, numbers, { signal: AbortSignal.abort() });
    await expect(rows).rejects.toMatchObject({ failure: "cancelled" });
    expect(server.of("executePlan")).toHaveLength(0);
  });
});

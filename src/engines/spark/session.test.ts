import { type AddressInfo, createServer } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import {
  answer,
  batch,
  engineAt,
  gone,
  never,
  numbers,
  refuse,
  rowsOf,
  serve,
} from "../../../test/fixture/spark-queries.js";
import { complete } from "../../../test/fixture/spark-server.js";
import type { Progress } from "../../sql/engine.js";

const one = { executePlan: () => answer(batch("1", [1n]), complete) };
const mine = "01234567-89ab-cdef-0123-456789abcdef";
const secret = "dapi0123456789";

describe("a session", () => {
  it("is in ANSI mode and UTC before the first statement, and the same for all", async () => {
    const server = await serve(one);
    const engine = await engineAt(server.url);
    await Promise.all([rowsOf(engine), rowsOf(engine), engine.info()]);
    const [config, ...others] = server.of("config");
    expect(others).toEqual([]);
    expect(config?.request).toMatchObject({
      operation: {
        set: {
          pairs: [
            { key: "spark.sql.ansi.enabled", value: "true" },
            { key: "spark.sql.session.timeZone", value: "UTC" },
            { key: "spark.sql.variable.substitute", value: "false" },
            { key: "spark.sql.parser.escapedStringLiterals", value: "false" },
          ],
        },
      },
    });
    expect(new Set(server.calls.map(({ request }) => request.sessionId)).size).toBe(1);
    for (const { request } of server.of("executePlan")) {
      expect(request).toMatchObject({ clientObservedServerSideSessionId: "first life" });
    }
  });

  it("is not opened before it is wanted, and given back once", async () => {
    const server = await serve(one);
    const idle = await engineAt(server.url);
    await idle.close();
    expect(server.calls).toEqual([]);
    const engine = await engineAt(server.url);
    await rowsOf(engine);
    await engine.close();
    await engine.close();
    expect(server.of("releaseSession")).toHaveLength(1);
    await expect(rowsOf(engine)).rejects.toMatchObject({ code: "engineClosed" });
    await expect(engine.info()).rejects.toMatchObject({ code: "engineClosed" });
  });

  it("is closed once, and a second close waits for the first", async () => {
    let release = (): void => undefined;
    const server = await serve({
      ...one,
      releaseSession: async () => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return {};
      },
    });
    const engine = await engineAt(server.url);
    await rowsOf(engine);
    const closed: string[] = [];
    const closing = [1, 2].map((n) => engine.close().then(() => closed.push(`${n}`)));
    await expect.poll(() => server.of("releaseSession").length).toBe(1);
    expect(closed).toEqual([]);
    release();
    await Promise.all(closing);
    expect(closed).toHaveLength(2);
  });

  it("that the address names is used, and left", async () => {
    const server = await serve(one);
    const engine = await engineAt(`${server.url}/;session_id=${mine};user_id=ann;user_agent=notes`);
    await rowsOf(engine);
    await engine.close();
    expect(server.of("releaseSession")).toEqual([]);
    expect(server.of("executePlan")[0]?.request).toMatchObject({
      sessionId: mine,
      userContext: { userId: "ann" },
      clientType: "notes",
    });
  });

  it("is opened again where the server has lost it before the first row", async () => {
    const server = await serve({
      executePlan: () =>
        server.of("executePlan").length === 1
          ? refuse(gone("SESSION_CHANGED"))
          : answer(batch("1", [5n]), complete),
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual([[5n]]);
    const ids = server.of("config").map(({ request }) => request.sessionId);
    expect(new Set(ids).size).toBe(2);
  });

  it("is tried again where the server is not there yet, up to three times", async () => {
    const server = await serve({
      ...one,
      config: () => {
        if (server.of("config").length > 1) return { serverSideSessionId: "first life" };
        throw new ConnectError("starting", Code.Unavailable);
      },
    });
    expect(await rowsOf(await engineAt(server.url))).toEqual([[1n]]);
    expect(server.of("config")).toHaveLength(2);
  });

  it("that does not come in time is a network error", async () => {
    const server = await serve({ ...one, config: (_, { signal }) => never(signal) });
    const engine = await engineAt(server.url, { connectTimeout: 0.1 });
    await expect(rowsOf(engine)).rejects.toThrow(
      /no answer in time: within 0.1 seconds for a session/,
    );
  });

  it("is not to be had from a server of web pages", async () => {
    const pages = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.resume().end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const { port } = pages.address() as AddressInfo;
    const engine = await engineAt(`sc://127.0.0.1:${port}`, { connectTimeout: 0.2 });
    await expect(engine.info()).rejects.toMatchObject({ failure: "network" });
    await engine.close();
    await new Promise((resolve) => pages.close(resolve));
  });

  it("that is waited for can be cancelled", async () => {
    const server = await serve({ ...one, config: (_, { signal }) => never(signal) });
    const rows = rowsOf(await engineAt(server.url), numbers, { signal: AbortSignal.timeout(50) });
    await expect(rows).rejects.toMatchObject({ failure: "cancelled" });
  });
});

describe("who asks", () => {
  it("is said by the token and the headers of every call", async () => {
    const server = await serve(one);
    const engine = await engineAt(`${server.url}/;token=${secret};x-databricks-cluster-id=0923-a`, {
      headers: { "x-team": "ranking" },
    });
    await rowsOf(engine);
    await engine.close();
    expect(server.calls.length).toBeGreaterThan(3);
    for (const { header } of server.calls) {
      expect(header.get("authorization")).toBe(`Bearer ${secret}`);
      expect(header.get("x-databricks-cluster-id")).toBe("0923-a");
      expect(header.get("x-team")).toBe("ranking");
    }
  });

  it.each(
    inTurn([
      [Code.Unauthenticated, "auth"],
      [Code.PermissionDenied, "auth"],
      [Code.Internal, "network"],
      [Code.Unknown, "internal"],
    ]),
  )("stays secret where the server repeats it with status %s", async (code, failure) => {
    const server = await serve({
      config: () => {
        throw new ConnectError(`token ${secret} is bad`, code);
      },
    });
    const engine = await engineAt(server.url, { token: secret, connectTimeout: 1 });
    const error: unknown = await rowsOf(engine).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ kind: "engine", failure });
    const { message, problems, cause } = error as Error & { problems: unknown };
    expect(`${message} ${JSON.stringify(problems)} ${cause}`).not.toContain(secret);
  });
});

describe("what a server tells besides rows", () => {
  it("is progress: tasks, a fraction of them, bytes", async () => {
    const stage = (numTasks: bigint, numCompletedTasks: bigint, inputBytesRead: bigint) => ({
      numTasks,
      numCompletedTasks,
      inputBytesRead,
    });
    const server = await serve({
      executePlan: () =>
        answer(
          { executionProgress: { stages: [] } },
          { executionProgress: { stages: [stage(6n, 3n, 100n), stage(2n, 1n, 20n)] } },
          batch("1", [1n]),
          complete,
        ),
    });
    const seen: Progress[] = [];
    const engine = await engineAt(server.url);
    await rowsOf(engine, numbers, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { purpose: "test" },
      { purpose: "test", fraction: 0.5, tasksDone: 4, tasks: 8, bytes: 120 },
    ]);
  });

  it("is its version, asked once, which need not come", async () => {
    const silent = await serve({ analyzePlan: (_, { signal }) => never(signal) });
    const slow = await engineAt(silent.url, { connectTimeout: 0.1 });
    await expect(slow.info()).rejects.toMatchObject({ failure: "network", code: "networkFailed" });
    const server = await serve({ analyzePlan: () => ({ sparkVersion: { version: "4.1.4" } }) });
    const engine = await engineAt(server.url);
    await engine.info();
    expect(await engine.info()).toMatchObject({ version: "4.1.4" });
    expect(server.of("analyzePlan")).toHaveLength(1);
    const source = { kind: "table", name: ["log"] } as const;
    await expect(slow.describe(source)).rejects.toThrow(/within 1 for a source's columns/);
  });

  it("is a plan, and the columns of a source", async () => {
    const field = (name: string, kind: string) => ({ name, dataType: { [kind]: {} } });
    const server = await serve({
      analyzePlan: ({ schema, explain }) => ({
        sparkVersion: { version: "4.1.4" },
        ...(explain === undefined ? {} : { explain: { explainString: "a plan" } }),
        ...(schema?.plan?.root?.sql?.query.includes("`log`")
          ? {
              schema: {
                schema: {
                  struct: {
                    fields: [
                      field("a", "long"),
                      field("b", "varchar"),
                      field("c", "timestampNtz"),
                      field("d", "decimal"),
                      { name: "e", dataType: {} },
                    ],
                  },
                },
              },
            }
          : {}),
      }),
    });
    const engine = await engineAt(server.url);
    expect(await engine.explain(numbers)).toBe("a plan");
    expect(await engine.describe({ kind: "table", name: ["log"] })).toEqual([
      { name: "a", type: "bigint" },
      { name: "b", type: "text" },
      { name: "c", type: "timestamp" },
      { name: "d", type: "decimal" },
      { name: "e", type: "other" },
    ]);
    const nowhere = engine.describe({ kind: "files", format: "parquet", paths: ["/nowhere"] });
    await expect(nowhere).rejects.toMatchObject({ failure: "missing" });
  });
});

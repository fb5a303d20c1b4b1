import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { PassThrough } from "node:stream";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/fixture/run-command.js";
import type { Effects } from "../effects.js";
import { modules } from "../modules.js";
import type { ServerMessage } from "./messages.js";
import { serveLines } from "./serve-lines.js";

type Of<Type extends ServerMessage["type"]> = Extract<ServerMessage, { readonly type: Type }>;
type Statement = Of<"statement">;

let instance: DuckDBInstance;
let folder: string;

beforeAll(async () => {
  instance = await DuckDBInstance.create();
  folder = await mkdtemp(joinPath(tmpdir(), "hindcast-test-"));
  const lines = ["session,user,item,rank,liked,new_rank"];
  for (let session = 0; session < 300; session++) {
    for (let rank = 1; rank <= 1 + (session % 3); rank++) {
      const liked = (session * 5 + rank) % 4 === 0 ? 1 : 0;
      lines.push(`${session},${session % 60},i${rank},${rank},${liked},${4 - rank}`);
    }
  }
  await writeFile(joinPath(folder, "log.csv"), `${lines.join("\n")}\n`);
});
afterAll(async () => {
  instance.closeSync();
  await rm(folder, { recursive: true });
});

const study = (rank = "rank") => ({
  log: {
    source: "log.csv",
    trajectory: "session",
    user: "user",
    item: "item",
    rank,
    rewards: ["liked"],
    listLength: 3,
    exposure: { curve: { fit: "geometric" } },
  },
  policies: { reversed: { rank: "new_rank" } },
});

/** A client as another program would be one: it speaks lines, and runs statements by DuckDB. */
function openClient(answer?: (statement: Statement) => unknown) {
  const input = new PassThrough();
  const messages: ServerMessage[] = [];
  const statements: string[] = [];
  const waiting = new Set<() => void>();
  const say = (message: unknown): void => void input.write(`${JSON.stringify(message)}\n`);
  const heard = (message: ServerMessage): void => {
    messages.push(message);
    if (message.type === "statement") {
      statements.push(message.sql);
      if (answer === undefined) void rowsOf(message).then(say);
      else say(answer(message));
    }
    for (const wake of waiting) wake();
  };
  const effects: Effects = {
    argv: [],
    stdout: { write: (text) => heard(JSON.parse(text)) },
    stderr: { write: () => undefined },
    env: {},
    cwd: folder,
    clock: { now: () => 0, every: () => () => undefined },
    open: () => undefined,
    signal: new AbortController().signal,
    modules,
  };
  const ended = serveLines(input, effects);
  async function until<Type extends ServerMessage["type"]>(
    type: Type,
    id: string | null,
  ): Promise<Of<Type>> {
    for (;;) {
      const found = messages.find((each) => each.type === type && "id" in each && each.id === id);
      if (found !== undefined) return found as Of<Type>;
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  }
  return { say, until, statements, messages, write: input, leave: () => input.end(), ended };
}

const text = (value: unknown): unknown =>
  typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))
    ? String(value)
    : Object.is(value, -0)
      ? "-0.0"
      : value;

async function rowsOf({ id, statement, sql }: Statement): Promise<unknown> {
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(sql);
    const rows = result.getRows().map((row) => row.map(text));
    return { type: "rows", id, statement, names: result.columnNames(), rows, last: true };
  } catch (error) {
    return { type: "failed", id, statement, message: (error as Error).message };
  } finally {
    connection.disconnectSync();
  }
}

const run = (id: string, more: object = {}) => ({
  type: "run",
  id,
  command: "evaluate",
  study: study(),
  dialect: "duckdb",
  ...more,
});

describe("serve --stdio", () => {
  it("gives a study the JSON that the command line gives, several at a time", async () => {
    await writeFile(joinPath(folder, "study.json"), JSON.stringify(study()));
    const words = ["evaluate", "study.json", "--format", "json", "--confidence", "0.9"];
    const own = await runCommand(words, { cwd: folder, modules });
    const client = openClient();
    for (const id of ["a", "b"]) client.say(run(id, { flags: { confidence: 0.9 } }));
    client.say(
      run("c", {
        study: JSON.stringify(study()),
        formats: ["json", "card", "tables", "markdown", "html"],
      }),
    );
    const [a, b, c] = await Promise.all(["a", "b", "c"].map((id) => client.until("answer", id)));
    expect(a?.outputs.json).toBe(own.stdout.replaceAll(`"${folder}/`, `"${folder}/`));
    expect(b?.outputs).toEqual(a?.outputs);
    expect(c?.outputs.markdown).toContain("reversed");
    expect(c?.gates).toEqual([
      { policy: "reversed", reward: null, exitCode: expect.any(Number) },
      { policy: "reversed", reward: "liked", exitCode: c?.gates[0]?.exitCode },
    ]);
    expect(c?.outputs.card).toContain("Decision");
    expect(c?.outputs.card?.length).toBeLessThan(40_000);
    const tables = JSON.parse(c?.outputs.tables ?? "[]");
    expect(tables.map(({ name }: { name: string }) => name)).toEqual([
      ...["verdicts", "estimates", "differences", "diagnostics"],
    ]);
    expect(tables[0].columns[0]).toEqual({ name: "policy", type: "text", cells: ["reversed"] });
    expect(c?.outputs.html).toMatch(/^<!doctype html>/i);
    client.leave();
    await client.ended;
  });

  it("holds a connection to the laws of engines", async () => {
    const client = openClient();
    client.say({ type: "laws", id: "laws", dialect: "duckdb" });
    const { laws } = await client.until("laws", "laws");
    expect(laws.length).toBeGreaterThan(15);
    expect(laws.filter(({ fault }) => fault !== null)).toEqual([]);
    client.leave();
    await client.ended;
  });

  it("takes lines that come in pieces, and texts that other programs break lines at", async () => {
    const client = openClient();
    const line = Buffer.from(
      `${JSON.stringify(run("\u2028\u2029\u0085é", { command: "check" }))}\n`,
    );
    for (let at = 0; at < line.length; at += 7) client.write.write(line.subarray(at, at + 7));
    await client.until("answer", "\u2028\u2029\u0085é");
    client.leave();
    await client.ended;
  });

  it("finds the law that a careless client breaks", async () => {
    const client = openClient(({ id, statement }) => ({
      ...{ type: "rows", id, statement, last: true },
      ...{ names: ["n", "x"], rows: [[0, 0]] },
    }));
    client.say({ type: "laws", id: "laws", dialect: "duckdb" });
    const { laws } = await client.until("laws", "laws");
    expect(laws.filter(({ fault }) => fault !== null).length).toBeGreaterThan(10);
    client.leave();
    await client.ended;
  });

  it("checks a log and fits a curve, too", async () => {
    const client = openClient();
    client.say(run("check", { command: "check" }));
    client.say(run("fit", { command: "fit", formats: ["json", "table"] }));
    const [checked, fitted] = [
      await client.until("answer", "check"),
      await client.until("answer", "fit"),
    ];
    expect(JSON.parse(checked.outputs.json ?? "")).toHaveProperty("problems", []);
    expect(Object.keys(fitted.outputs)).toEqual(["table", "json"]);
    client.leave();
    await client.ended;
  });

  it("heeds the flags of the answer", async () => {
    const client = openClient();
    client.say(run("rows", { flags: { table: "verdicts" }, formats: ["csv"] }));
    client.say(run("file", { flags: { output: "kept.json" } }));
    const { outputs } = await client.until("answer", "rows");
    expect(outputs.csv?.split("\n")).toHaveLength(3);
    expect(outputs.csv).toMatch(/^policy,/);
    expect((await client.until("answer", "file")).outputs).toEqual({});
    const kept = JSON.parse(await readFile(joinPath(folder, "kept.json"), "utf8"));
    expect(kept.verdicts).toHaveLength(1);
    client.leave();
    await client.ended;
  });

  it("says by kind who can correct an error", async () => {
    const client = openClient();
    client.say(run("study", { study: { log: {} } }));
    client.say(run("text", { study: "log:\n  sauce: log.csv\n" }));
    client.say(run("log", { study: study("place") }));
    client.say(run("flag", { flags: { confidense: 1 } }));
    client.say(run("command", { command: "destroy" }));
    client.say(run("format", { formats: ["pdf"] }));
    client.say(run("flags", { flags: { format: "csv" } }));
    const failure = (id: string) => client.until("failure", id);
    expect(await failure("study")).toMatchObject({ kind: "study", exitCode: 1 });
    expect((await failure("text")).problems[0]?.message).toMatch(/^study:2:/);
    expect((await failure("log")).problems[0]?.message).toContain('"place"');
    expect((await failure("flag")).problems[0]?.message).toContain("--confidense");
    expect((await failure("command")).problems[0]?.message).toContain("evaluate");
    expect((await failure("flags")).problems[0]?.message).toContain("formats");
    expect((await failure("format")).problems[0]?.message).toContain("json");
    client.leave();
    await client.ended;
  });

  it("tells what a database said in a typed error", async () => {
    const client = openClient(({ id, statement, columns }) =>
      columns?.length === 0
        ? { type: "rows", id, statement, names: [], rows: [], last: true }
        : { type: "failed", id, statement, message: "role has no rights", code: "42501" },
    );
    client.say(run("denied", { dialect: "postgres" }));
    const failure = await client.until("failure", "denied");
    expect(failure).toMatchObject({ kind: "engine", exitCode: 4 });
    expect(failure.problems[0]).toMatchObject({ code: "accessDenied" });
    client.leave();
    await client.ended;
  });

  it("refuses a line that is no message, and goes on", async () => {
    const client = openClient();
    client.write.write("hello\n[1]\n");
    client.say({ type: "rows", id: "b", statement: "one" });
    client.say({ type: "cancel", id: "c", soon: true });
    client.say(run("d", { formats: "json" }));
    client.say(run("a"));
    await client.until("answer", "a");
    const refused = client.messages.filter((each) => each.type === "failure");
    expect(refused.map(({ id }) => id)).toEqual([null, null, "b", "c", "d"]);
    client.leave();
    await client.ended;
  });

  it("stops the statement of a run that is cancelled, and of a client that has gone", async () => {
    const quiet = openClient(() => ({ type: "cancel", id: "nobody" }));
    quiet.say(run("slow"));
    quiet.say(run("left"));
    await quiet.until("statement", "left");
    quiet.say({ type: "cancel", id: "slow" });
    expect(await quiet.until("failure", "slow")).toMatchObject({
      kind: "cancelled",
      exitCode: 130,
    });
    expect(quiet.messages.filter(({ type }) => type === "stop")).toHaveLength(1);
    quiet.leave();
    await quiet.ended;
    expect(await quiet.until("failure", "left")).toMatchObject({ kind: "cancelled" });
    expect(quiet.messages.filter(({ type }) => type === "stop")).toHaveLength(2);
  });
});

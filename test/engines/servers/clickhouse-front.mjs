// An HTTP front over the engine that npm's chdb carries, for the real @clickhouse/client to talk to:
//   node clickhouse-front.mjs --chdb DIR --port N --data DIR [--user U --password P] [--readonly 0|1|2]
// What it does as a ClickHouse server does, because the same engine does it: statements, settings,
// formats, types, error codes, queries side by side, results in pieces, system.processes, KILL QUERY
// (which stops the engine's work). What is only imitated here: users and passwords, how an exception
// stands in the middle of a body, progress lines (read from system.processes while the query runs),
// and that a client who leaves cancels its query. What is absent: TLS, grants, quotas, limits of
// paths, distributed tables. One data directory; three queries at a time, the others wait.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: {
    chdb: { type: "string" },
    port: { type: "string", default: "8123" },
    data: { type: "string" },
    user: { type: "string", default: "default" },
    password: { type: "string", default: "" },
    readonly: { type: "string", default: "0" },
  },
});
if (options.chdb === undefined || options.data === undefined) {
  throw new Error("Expected --chdb (the folder of an installed chdb) and --data (a directory).");
}
const { Session } = createRequire(import.meta.url)(resolve(options.chdb));

const NOT_SETTINGS = new Set([
  ..."query query_id database user password default_format session_id session_timeout".split(" "),
  ..."role quota_key".split(" "),
  ..."compress decompress wait_end_of_query buffer_size enable_http_compression".split(" "),
]);
const PROGRESS = /\bFORMAT\s+JSON\w*WithProgress\b/i;
const INTERVAL = 100;

const CANCELLED = "Code: 394. DB::Exception: Query was cancelled. (QUERY_WAS_CANCELLED)";
const dataPath = join(resolve(options.data), "data");

const literal = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const identifier = (name) => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
const errorCode = (error) => Number(/Code: (\d+)/.exec(error.message)?.[1] ?? 1002);

// Sessions of one data directory work side by side; one that failed has rests in its buffer.
const idle = [];
async function open(database) {
  const session = new Session(dataPath);
  if (options.readonly !== "0")
    await session.queryAsync(`SET readonly = ${Number(options.readonly)}`);
  if (database !== null) await session.queryAsync(`USE ${identifier(database)}`);
  return session;
}

/** A session whose settings are these; those of an earlier query have the same names. */
async function take({ settings, database, tag }) {
  const key = JSON.stringify([database, ...settings.map(([name]) => name)]);
  const found = idle.findIndex((each) => each.key === key);
  const session = found < 0 ? await open(database) : idle.splice(found, 1)[0].session;
  const all = [...settings, ["log_comment", tag]];
  try {
    await session.queryAsync(`SET ${all.map(([name, v]) => `${name} = ${literal(v)}`).join(", ")}`);
  } catch (error) {
    session.close();
    throw error;
  }
  return { key, session };
}

// Temporary tables live in a session of the engine, which no statement of another one is given.
const LONGEST_SESSION = 3600;
const held = new Map();
function enter(parameters) {
  const id = parameters.get("session_id");
  if (id === null) return undefined;
  const seconds = Number(parameters.get("session_timeout") ?? 60);
  if (!(seconds >= 0 && seconds <= LONGEST_SESSION)) {
    throw new Error(
      `Code: 36. DB::Exception: Invalid session timeout: '${seconds}'. (BAD_ARGUMENTS)`,
    );
  }
  const place = held.get(id) ?? { session: undefined, isBusy: false, timer: undefined };
  if (place.isBusy) {
    throw new Error(
      `Code: 373. DB::Exception: Session ${id} is locked by a concurrent client. (SESSION_IS_LOCKED)`,
    );
  }
  clearTimeout(place.timer);
  held.set(id, place);
  place.isBusy = true;
  const leaveSession = () => {
    place.isBusy = false;
    place.timer = setTimeout(() => {
      place.session?.close();
      held.delete(id);
    }, 1000 * seconds);
  };
  return { place, leaveSession };
}

/** The temporary tables of all sessions; of one at work, what it says when it is idle. */
async function heldTables() {
  const tables = [];
  for (const place of held.values()) {
    while (place.isBusy) await new Promise((resolve) => setTimeout(resolve, 20));
    const sql = "SELECT name FROM system.tables WHERE is_temporary";
    const answer = await place.session?.queryAsync(sql, { format: "TabSeparated" });
    if (answer) tables.push(...Buffer.from(answer.bytes()).toString().split("\n").filter(Boolean));
  }
  return tables;
}

/** The engine's session of a session_id, with the settings of this statement. */
async function takeHeld(place, { settings, database, tag }) {
  place.session ??= await open(database);
  const all = [...settings, ["log_comment", tag]];
  await place.session.queryAsync(
    `SET ${all.map(([name, v]) => `${name} = ${literal(v)}`).join(", ")}`,
  );
  return place.session;
}

// The engine's calls wait in the process's pool of four threads, where KILL could not reach them.
const PLACES = 3;
let busy = 0;
const waiting = [];
async function place() {
  if (busy < PLACES) busy++;
  else await new Promise((resolve) => waiting.push(resolve));
}
function leave() {
  const next = waiting.shift();
  if (next === undefined) busy--;
  else next();
}

const STREAMED = /^(\s*(?:SELECT|WITH)\b.*)\nFORMAT (JSON\w*EachRowWithProgress)\s*$/s;
const META = /^\{"meta":.*\n/;

/** What a session answers, in pieces; each piece of a stream names the columns again. */
async function* pieces(session, statement) {
  const [, select, format] = STREAMED.exec(statement) ?? [];
  if (select === undefined) {
    const result = await session.queryAsync(statement, { format: "TabSeparated" });
    yield Buffer.from(result.bytes());
    return;
  }
  let isFirst = true;
  for await (const piece of session.queryStream(select, { format })) {
    yield isFirst ? piece.text() : piece.text().replace(META, "");
    isFirst = false;
  }
}

const killed = new Set();
async function run(statement, context, response) {
  const inside = enter(context.parameters);
  await place();
  try {
    if (killed.delete(context.tag)) throw new Error(CANCELLED);
    if (inside !== undefined) {
      const session = await takeHeld(inside.place, context);
      for await (const piece of pieces(session, statement)) {
        // A statement that nobody listens to any more holds its session until it is cancelled.
        if (!response.destroyed && !response.write(piece)) await drained(response);
      }
      return;
    }
    const { key, session } = await take(context);
    let isSound = false;
    try {
      for await (const piece of pieces(session, statement)) {
        if (response.destroyed) return;
        if (!response.write(piece)) await drained(response);
      }
      isSound = true;
    } finally {
      if (isSound) idle.push({ key, session });
      else session.close();
    }
  } finally {
    leave();
    inside?.leaveSession();
  }
}

const drained = (response) =>
  new Promise((resolve) => response.once("drain", resolve).once("close", resolve));

// The overseer's queries are short and block: they must not wait for a thread of the pool.
const overseer = new Session(dataPath);
const oversee = (statement) => overseer.query(statement, "JSONEachRow");
const version = JSON.parse(oversee("SELECT version() AS version")).version;

const ours = "Settings['log_comment']";
const begun = new Set();
function kill(id) {
  if (!begun.has(id)) return "";
  const stopped = oversee(`KILL QUERY WHERE ${ours} = ${literal(id)} ASYNC`);
  if (stopped.trim() === "") {
    // It has begun here and not there yet: what nobody waits for would run for ever.
    killed.add(id);
    setTimeout(() => kill(id), 200);
  }
  return stopped;
}
function running() {
  const text = oversee(
    `SELECT ${ours} AS id, read_rows, total_rows_approx AS total FROM system.processes WHERE ${ours} <> ''`,
  );
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function refusal(request, parameters) {
  const header = request.headers.authorization ?? "";
  const basic = /^Basic (.*)$/i.exec(header)?.[1];
  const [user, ...rest] = basic
    ? Buffer.from(basic, "base64").toString().split(":")
    : [
        request.headers["x-clickhouse-user"] ?? parameters.get("user") ?? "default",
        request.headers["x-clickhouse-key"] ?? parameters.get("password") ?? "",
      ];
  if (/^Bearer /i.test(header)) {
    return "Code: 516. DB::Exception: JWT authentication is not available. (AUTHENTICATION_FAILED)";
  }
  if (user === options.user && rest.join(":") === options.password) return undefined;
  return `Code: 516. DB::Exception: ${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`;
}

const STATUS = new Map([
  ...[516, 497].map((code) => [code, 403]),
  ...[60, 81, 46, 115].map((code) => [code, 404]),
  ...[47, 62, 6, 27, 38, 43, 53, 72, 164, 36].map((code) => [code, 400]),
  ...[159].map((code) => [code, 408]),
]);

function fail(response, message) {
  const code = errorCode({ message });
  const text = `${message} (version ${version})\n`;
  if (!response.headersSent) {
    response.writeHead(STATUS.get(code) ?? 500, { "X-ClickHouse-Exception-Code": String(code) });
    response.end(text);
  } else response.end(`${JSON.stringify({ exception: text.trim() })}\n`);
}

function tellProgress(response, id) {
  const timer = setInterval(() => {
    const row = running().find((each) => each.id === id);
    if (row === undefined || response.writableEnded || response.destroyed) return;
    const progress = { read_rows: String(row.read_rows), total_rows_to_read: String(row.total) };
    response.write(`${JSON.stringify({ progress })}\n`);
  }, INTERVAL);
  return () => clearInterval(timer);
}

async function answer(request, response) {
  const url = new URL(request.url, "http://front");
  if (url.pathname === "/ping") return response.end("Ok.\n");
  if (url.pathname === "/running") {
    return response.end(JSON.stringify(running().map(({ id }) => id)));
  }
  if (url.pathname === "/held") return response.end(JSON.stringify(await heldTables()));
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const refused = refusal(request, url.searchParams);
  if (refused !== undefined) return fail(response, refused);
  const body = Buffer.concat(chunks).toString();
  // What a test writes, which the client's own user may not.
  if (url.pathname === "/write") return response.end(oversee(body));
  const statement = [url.searchParams.get("query"), body].filter(Boolean).join("\n");
  const victim = /^\s*KILL\s+QUERY\s+WHERE\s+query_id\s*=\s*'([^']*)'/i.exec(statement)?.[1];
  if (victim !== undefined) return response.end(kill(victim));
  await answerStatement(statement, url.searchParams, response);
}

async function answerStatement(statement, parameters, response) {
  const tag = parameters.get("query_id") ?? randomUUID();
  const settings = [...parameters].filter(([name]) => !NOT_SETTINGS.has(name));
  const cancels = parameters.get("cancel_http_readonly_queries_on_client_close") === "1";
  response.on("close", () => cancels && kill(tag));
  response.setHeader("X-ClickHouse-Query-Id", tag);
  response.setHeader("Content-Type", "text/plain; charset=UTF-8");
  const quiet = PROGRESS.test(statement) ? tellProgress(response, tag) : () => undefined;
  begun.add(tag);
  try {
    const database = parameters.get("database");
    await run(statement, { settings, database, tag, parameters }, response);
    response.end();
  } catch (error) {
    fail(response, error.message);
  } finally {
    begun.delete(tag);
    killed.delete(tag);
    quiet();
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (!response.writableEnded) fail(response, String(error?.message ?? error));
  });
});
server.listen(Number(options.port), "127.0.0.1", () => {
  console.log(`listening on ${server.address().port}`);
});
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));

import { connect } from "../../engines/connected/index.js";
import { type EngineLaw, engineLaws } from "../../engines/laws.js";
import { dialects } from "../../sql/dialects/index.js";
import { version } from "../../version.js";
import { commands } from "../commands/index.js";
import type { Effects } from "../effects.js";
import { type ClientConnection, clientConnection } from "./client-connection.js";
import { linesOf } from "./lines-of.js";
import {
  type ClientMessage,
  type LawsMessage,
  protocolVersion,
  type RunMessage,
  readMessage,
  type ServerMessage,
} from "./messages.js";
import { servedFormats, servedRun, usage } from "./served-run.js";

type Send = (message: ServerMessage) => void;

interface ActiveRun {
  readonly connection: ClientConnection;
  readonly control: AbortController;
  readonly ended: Promise<void>;
}

/** Answers messages, a line each, until they end, and ends the runs of a client that has gone. */
export async function serveLines(
  chunks: AsyncIterable<Uint8Array | string>,
  effects: Effects,
): Promise<void> {
  const send: Send = (message) =>
    void effects.stdout.write(`${JSON.stringify(message, (_, value) => plain(value))}\n`);
  const runs = new Map<string, ActiveRun>();
  send(hello);
  try {
    for await (const line of linesOf(chunks)) {
      if (line.trim() === "") continue;
      const message = readMessage(line);
      if ("fault" in message) send(usage(message.id, message.fault));
      else take(message, runs, effects, send);
    }
  } finally {
    for (const { control } of runs.values()) control.abort();
    await Promise.all([...runs.values()].map(({ ended }) => ended));
  }
}

const served: readonly string[] = commands
  .map(({ name }) => name)
  .filter((name) => name !== "serve");

const hello: ServerMessage = {
  type: "hello",
  protocol: protocolVersion,
  hindcast: version,
  commands: served,
  dialects: dialects.map(({ name }) => name),
  formats: servedFormats.map(({ name }) => name),
};

function take(
  message: ClientMessage,
  runs: Map<string, ActiveRun>,
  effects: Effects,
  send: Send,
): void {
  const { id, type } = message;
  const { connection: earlier, control: ending } = runs.get(id) ?? {};
  if (type === "rows" || type === "failed") earlier?.take(message);
  else if (type === "cancel") ending?.abort();
  else if (earlier !== undefined) {
    send(usage(id, `The run "${id}" has not ended; choose another id.`));
  } else if (type === "run" && !served.includes(message.command)) {
    send(usage(id, `command must be one of ${served.join(", ")}; it is "${message.command}".`));
  } else begin(message, runs, effects, send);
}

function begin(
  message: RunMessage | LawsMessage,
  runs: Map<string, ActiveRun>,
  effects: Effects,
  send: Send,
): void {
  const { id } = message;
  const control = new AbortController();
  const connection = clientConnection(id, send);
  const signal = AbortSignal.any([effects.signal, control.signal]);
  const ended = answer(message, connection, { ...effects, signal }, send).then((last) => {
    runs.delete(id);
    send(last);
  });
  runs.set(id, { connection, control, ended });
}

const answer = (
  message: RunMessage | LawsMessage,
  connection: ClientConnection,
  effects: Effects,
  send: Send,
): Promise<ServerMessage> =>
  message.type === "run"
    ? servedRun(message, connection, effects, send)
    : lawsOf(message, connection).catch((error: unknown) => usage(message.id, String(error)));

/** Laws that every connection can be held to: what needs more of a server than statements is left out. */
const lawsOfConnections: readonly EngineLaw[] = engineLaws.filter(
  ({ needs = [] }) => needs.length === 0,
);

async function lawsOf(
  { id, dialect }: LawsMessage,
  { run }: ClientConnection,
): Promise<ServerMessage> {
  const engine = connect({ dialect, run });
  const laws: { readonly name: string; readonly fault: string | null }[] = [];
  for (const { name, check } of lawsOfConnections) {
    const runner = { engine, connect: async () => engine, slowSource: "", manyRows: "" };
    const fault = await check(runner).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    laws.push({ name, fault });
  }
  return { type: "laws", id, laws };
}

const plain = (value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

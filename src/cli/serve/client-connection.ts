import type {
  ConnectionRows,
  ConnectionStatement,
  RunStatement,
} from "../../engines/connected/index.js";
import type { FailedMessage, RowsMessage, ServerMessage } from "./messages.js";

/** The statements of one run, which its client runs. */
export interface ClientConnection {
  readonly run: RunStatement;
  /** Takes what the client answers; what answers no statement that runs is dropped. */
  readonly take: (message: RowsMessage | FailedMessage) => void;
}

interface Waiting {
  readonly take: (message: RowsMessage | FailedMessage) => void;
}

export function clientConnection(
  id: string,
  send: (message: ServerMessage) => void,
): ClientConnection {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  async function* run(
    statement: ConnectionStatement,
    signal: AbortSignal,
  ): AsyncGenerator<ConnectionRows> {
    const number = count++;
    const queue: (RowsMessage | FailedMessage)[] = [];
    let wake = (): void => undefined;
    waiting.set(number, {
      take: (message) => {
        queue.push(message);
        wake();
      },
    });
    const stop = (): void => send({ type: "stop", id, statement: number });
    signal.addEventListener("abort", stop, { once: true });
    try {
      send({ type: "statement", id, statement: number, ...statement });
      for (;;) {
        const message = queue.shift();
        if (message === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (message.type === "failed") throw failureOf(message);
        yield { names: message.names, rows: message.rows };
        if (message.last) return;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      waiting.delete(number);
    }
  }
  return { run, take: (message) => waiting.get(message.statement)?.take(message) };
}

const failureOf = ({ message, code }: FailedMessage): Error =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

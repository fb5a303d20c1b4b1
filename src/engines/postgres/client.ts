import { reason, UnsupportedError } from "../../errors.js";
import type { PostgresSettings } from "./options.js";

export interface Answer {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Rows that a statement made or changed. */
  readonly rowCount?: number | null | undefined;
  /** What the server said next to it, in detail. */
  readonly notices?: readonly string[];
}

interface Notice {
  readonly detail?: string | undefined;
}

export interface PostgresClient {
  connect(): Promise<unknown>;
  query(question: { text: string; rowMode: "array"; types: object }): Promise<Answer>;
  end(): Promise<unknown>;
  on(event: "error", hear: (error: Error) => void): unknown;
  on(event: "notice", hear: (notice: Notice) => void): unknown;
  off(event: "notice", hear: (notice: Notice) => void): unknown;
  readonly processID: number | null;
  readonly connection: { readonly stream: { destroy(): unknown } };
}

type Client = new (settings: object) => PostgresClient;

// By a name that the compiler does not follow: the package is installed only where it is wanted.
const client: string = "pg";
const importClient = async (): Promise<Client> =>
  ((await import(client)) as { readonly default: { readonly Client: Client } }).default.Client;

/** The makers of connections, which are not open yet. */
export async function loadClient(
  { client: settings }: PostgresSettings,
  load: () => Promise<Client> = importClient,
): Promise<() => PostgresClient> {
  try {
    const Client = await load();
    return () => new Client(settings);
  } catch (cause) {
    const message =
      "The postgres engine needs the package pg, which is not installed. Run: npm install pg";
    const facts = { engine: "postgres", package: "pg" };
    throw new UnsupportedError(reason("clientMissing", message, facts), { cause });
  }
}

const asTexts = { getTypeParser: () => (text: string) => text };

export async function ask(connection: PostgresClient, text: string): Promise<Answer> {
  const notices: string[] = [];
  const hear = ({ detail = "" }: Notice): unknown => notices.push(detail);
  connection.on("notice", hear);
  try {
    const { fields, rows, rowCount } = await connection.query({
      text,
      ...{ rowMode: "array", types: asTexts },
    });
    return { fields, rows, rowCount, notices };
  } finally {
    connection.off("notice", hear);
  }
}

const last = new WeakMap<PostgresClient, Promise<unknown>>();

/** Asks when what was asked over this connection before has ended: the client takes one statement at a time. */
export function askInTurn(connection: PostgresClient, text: string): Promise<Answer> {
  const before = last.get(connection) ?? Promise.resolve();
  const answer = before.then(() => ask(connection, text));
  last.set(
    connection,
    answer.catch(() => undefined),
  );
  return answer;
}

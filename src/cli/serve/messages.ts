import type { ReasonCode } from "../../codes.js";
import type { ConnectionStatement } from "../../engines/connected/index.js";
import type { ErrorKind, Facts } from "../../errors.js";
import type { Progress } from "../../sql/engine.js";
import { isRecord } from "../is-record.js";

/** Raised where a client that was written for the one before would no longer work. */
export const protocolVersion = 1;

/** What a client sends: a line of JSON each. */
export type ClientMessage = RunMessage | LawsMessage | RowsMessage | FailedMessage | CancelMessage;

/** Run a command. */
export interface RunMessage {
  readonly type: "run";
  /** The client's name for the run; what answers it has the same. */
  readonly id: string;
  readonly command: string;
  /** A study as an object or a text; the inputs of other commands are paths. */
  readonly study?: unknown;
  readonly inputs?: readonly string[];
  /** Flags of the command by their names: `{ confidence: 0.9, whatIf: true, gate: ["a", "b"] }`. */
  readonly flags?: Readonly<Record<string, unknown>>;
  /** Formats of the answer: json, html, summary, csv … */
  readonly formats?: readonly string[];
  /** The SQL that the client's connection speaks; without it the study's own engine is opened. */
  readonly dialect?: string;
  readonly hold?: boolean;
  /** The folder from which relative paths count. */
  readonly cwd?: string;
}

/** Check whether the client's connection is what engines promise. */
export interface LawsMessage {
  readonly type: "laws";
  readonly id: string;
  readonly dialect: string;
}

/** Rows of a statement; `last` ends it. */
export interface RowsMessage {
  readonly type: "rows";
  readonly id: string;
  readonly statement: number;
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly last: boolean;
}

export interface FailedMessage {
  readonly type: "failed";
  readonly id: string;
  readonly statement: number;
  /** What the database said; `code` is its SQLSTATE or its own. */
  readonly message: string;
  readonly code?: string;
}

export interface CancelMessage {
  readonly type: "cancel";
  readonly id: string;
}

export interface GateAnswer {
  readonly policy: string;
  readonly reward: string | null;
  readonly exitCode: number;
}

/** What the server sends. */
export type ServerMessage =
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly hindcast: string;
      readonly commands: readonly string[];
      readonly dialects: readonly string[];
      readonly formats: readonly string[];
    }
  | ({
      readonly type: "statement";
      readonly id: string;
      readonly statement: number;
    } & ConnectionStatement)
  | { readonly type: "stop"; readonly id: string; readonly statement: number }
  | ({ readonly type: "progress"; readonly id: string } & Progress)
  | { readonly type: "note"; readonly id: string; readonly text: string }
  | {
      readonly type: "answer";
      readonly id: string;
      readonly exitCode: number;
      /** By format; what a command prints that has no formats is `text`. */
      readonly outputs: Readonly<Record<string, string>>;
      /** Of a result: what --gate would make the exit code, for each policy, and for each of its rewards. */
      readonly gates: readonly GateAnswer[];
    }
  | {
      readonly type: "laws";
      readonly id: string;
      readonly laws: readonly { readonly name: string; readonly fault: string | null }[];
    }
  | {
      readonly type: "failure";
      /** Null where a line was no message. */
      readonly id: string | null;
      readonly exitCode: number;
      readonly kind: ErrorKind | "usage" | "cancelled";
      readonly problems: readonly {
        readonly code: ReasonCode | "usage" | "cancelled";
        readonly message: string;
        readonly facts: Facts;
      }[];
    };

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === "string";
const whole: Check = (value) => Number.isSafeInteger(value);
const truth: Check = (value) => typeof value === "boolean";
const list =
  (of: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(of);
const maybe =
  (of: Check): Check =>
  (value) =>
    value === undefined || value === null || of(value);
const any: Check = () => true;

const shapes: Readonly<Record<ClientMessage["type"], Readonly<Record<string, Check>>>> = {
  run: {
    command: text,
    study: any,
    inputs: maybe(list(text)),
    flags: maybe((value) => isRecord(value) && !Array.isArray(value)),
    formats: maybe(list(text)),
    dialect: maybe(text),
    hold: maybe(truth),
    cwd: maybe(text),
  },
  laws: { dialect: text },
  rows: { statement: whole, names: list(text), rows: list(Array.isArray), last: truth },
  failed: { statement: whole, message: text, code: maybe(text) },
  cancel: {},
};

/** What is wrong with a line, and the run that it names. */
export interface NoMessage {
  readonly id: string | null;
  readonly fault: string;
}

/** The message of a line, or what is wrong with it: a sentence. */
export function readMessage(line: string): ClientMessage | NoMessage {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    const fault = `Expected a line of JSON, but got ${JSON.stringify(line.slice(0, 60))}.`;
    return { id: null, fault };
  }
  const id = isRecord(value) && typeof value.id === "string" ? value.id : null;
  const fault = faultOf(value, line);
  return fault === undefined ? (value as ClientMessage) : { id, fault };
}

function faultOf(value: unknown, line: string): string | undefined {
  const types = Object.keys(shapes);
  const shape = isRecord(value) && text(value.type) ? shapes[value.type as "run"] : undefined;
  if (!isRecord(value) || shape === undefined) {
    return `Expected a message with a type (${types.join(", ")}), but got ${line.slice(0, 60)}.`;
  }
  if (!text(value.id)) return `Expected "id" of a ${value.type} message to be a text.`;
  const wrong = Object.entries(shape).find(([key, check]) => !check(value[key]));
  if (wrong !== undefined)
    return `"${wrong[0]}" of a ${value.type} message is not what it must be.`;
  const known = new Set(["type", "id", ...Object.keys(shape)]);
  const unknown = Object.keys(value).find((key) => !known.has(key));
  if (unknown !== undefined) {
    return `A ${value.type} message has no "${unknown}"; it has ${[...known].join(", ")}.`;
  }
  return undefined;
}

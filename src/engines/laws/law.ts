import { EngineError, InternalError } from "../../errors.js";
import type { CallOptions, Engine, Plan, PlanType } from "../../sql/engine.js";
import { from, type Relation } from "../../sql/relation.js";

/** What an engine may lack by its nature: the laws that need it are left out, with the reason. */
export type Ability =
  | "cancel"
  | "timeout"
  | "credentials"
  | "missing files"
  | "text with NUL"
  | "NaN and infinity in arithmetic";

/** How laws reach an engine. */
export interface EngineRunner {
  readonly engine: Engine;
  /** Another connection, with a limit of seconds for a statement, or with credentials that must be refused. */
  readonly connect: (options?: ConnectOptions) => Promise<Engine>;
  /** A query that takes a minute or longer; its one column is a BIGINT called n. */
  readonly slowSource: string;
  /** A query of a million rows or more; their one column is a BIGINT called n. */
  readonly manyRows: string;
  /** How many statements run, as the server says; absent where it cannot be asked. */
  readonly jobs?: (() => Promise<number>) | undefined;
}

export interface ConnectOptions {
  readonly timeout?: number;
  readonly credentials?: "wrong";
}

/** What holds for every engine; `check` throws an InternalError naming the engine where it does not. */
export interface EngineLaw {
  readonly name: string;
  readonly needs?: readonly Ability[];
  readonly check: (run: EngineRunner) => Promise<void>;
}

export type Types = Readonly<Record<string, PlanType>>;
export type Rows = readonly (readonly unknown[])[];

export const planOf = (relation: Relation, types: Types): Plan => ({
  relation,
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
  purpose: "a law of engines",
});

export async function rowsOfPlan(
  engine: Engine,
  relation: Relation,
  types: Types,
  call?: CallOptions,
): Promise<Rows> {
  const rows: unknown[][] = [];
  for await (const batch of engine.query(planOf(relation, types), call)) {
    for (let i = 0; i < batch.rows; i++) {
      rows.push(Object.keys(types).map((name) => batch.columns.get(name)?.[i]));
    }
  }
  return rows;
}

export const sqlOf = (statement: string): Relation => from({ kind: "sql", sql: statement });

export const oneRow: Relation = sqlOf("SELECT 1 AS unused");

export async function failureOf(engine: Engine, answer: Promise<unknown>): Promise<EngineError> {
  const ended = await answer.then(
    () => "an answer",
    (error: unknown) => error,
  );
  if (ended instanceof EngineError) return ended;
  throw broken(engine, `expected an EngineError, but got ${String(ended)}`);
}

/** Throws unless a value is the expected one to the last bit; rows are compared in order. */
export function same(engine: Engine, what: string, came: unknown, expected: unknown): void {
  if (written(came) === written(expected)) return;
  throw broken(engine, `${what}: expected ${written(expected)}, but got ${written(came)}`);
}

export function insist(engine: Engine, holds: boolean, fault: string): void {
  if (!holds) throw broken(engine, fault);
}

/** A value with its type: 1 and 1n, 0 and -0, NULL and NaN differ. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "string") return JSON.stringify(value);
  return Object.is(value, -0) ? "-0" : String(value);
}

function broken({ name }: Engine, fault: string): InternalError {
  return new InternalError(`${name}: ${fault}.`);
}

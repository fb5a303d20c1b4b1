import { EngineError, InternalError, type StudyError } from "../../errors.js";
import { schemaTable, sparkDialect } from "../../sql/dialects/spark.js";
import type { CallOptions, Plan } from "../../sql/engine.js";
import type { SourceRef } from "../../sql/relation.js";
import { type RowHolder, readBySeveral } from "../shared/keeper.js";
import { optionError } from "../shared/option-error.js";
import { retrying } from "../shared/retrying.js";
import { batchesOf } from "./batches.js";
import { isAbandoned, type Maker, nameOf, thisMaker } from "./held-names.js";
import type { SparkSession } from "./session.js";

type Columns = Plan["columns"];
type Texts = readonly (readonly string[])[];

const { source } = sparkDialect;

/** Rows held as tables of Parquet in a schema that is named for it, which every executor reads. */
export class Scratch {
  readonly #session: SparkSession;
  readonly #schema: string;
  readonly #maker: Maker = thisMaker();
  /** Tables that may be there. */
  readonly #tables = new Set<SourceRef>();
  #made = 0;
  #ready: Promise<void> | undefined;

  constructor(session: SparkSession, schema: string) {
    this.#session = session;
    this.#schema = schema;
  }

  get rows(): RowHolder {
    return {
      dialect: sparkDialect,
      hold: (sql, _, call) => this.#make(sql, call),
      drop: (table) => this.#drop(table, this.#session.signal(undefined)),
    };
  }

  /** Drops what runs have left that were cut. Throws StudyError where no table can be made in the schema. */
  ready(): Promise<void> {
    this.#ready ??= this.#begin().catch((error: unknown) => {
      this.#ready = undefined;
      throw error;
    });
    return this.#ready;
  }

  /** Drops what is there yet, for as long as the signal lets it. */
  async tidy(signal: AbortSignal): Promise<void> {
    const drops = [...this.#tables].map((table) => this.#drop(table, signal));
    await Promise.allSettled(drops);
  }

  async #begin(): Promise<void> {
    const signal = this.#session.signal(undefined);
    try {
      const left = await this.#left(signal);
      for (const name of left) {
        // It may be another user's, or another run is just doing the same.
        await this.#drop(schemaTable(this.#schema, name), signal).catch(() => undefined);
      }
      await this.#drop(await this.#make("SELECT 1 AS n", {}), signal);
    } catch (error) {
      if (error instanceof EngineError && !passing.has(error.failure)) {
        throw cannotHold(this.#schema, error);
      }
      throw error;
    }
  }

  async #left(signal: AbortSignal): Promise<readonly string[]> {
    const schema = schemaTable(this.#schema);
    const sql = `SHOW TABLES IN ${source(schema)} LIKE 'hindcast_held_*'`;
    const tables = await this.#run(sql, [{ name: "tableName", type: "text" }], signal, {});
    return tables.flat().filter((name) => isAbandoned(name, this.#maker, Date.now()));
  }

  async #make(sql: string, call: CallOptions): Promise<SourceRef> {
    const signal = this.#session.signal(call.signal);
    const make = async function* (this: Scratch): AsyncGenerator<SourceRef> {
      const table = schemaTable(this.#schema, nameOf(this.#maker, Date.now(), this.#made++));
      this.#tables.add(table);
      try {
        await this.#run(`CREATE TABLE ${source(table)} USING parquet AS\n${sql}`, [], signal, call);
      } catch (error) {
        // What was stopped may have made it all the same.
        void this.#drop(table, this.#session.signal(undefined)).catch(() => undefined);
        throw error;
      }
      yield table;
    };
    for await (const table of retrying(make.bind(this), signal)) return table;
    throw new InternalError("Expected a table to be made.");
  }

  async #drop(table: SourceRef, signal: AbortSignal): Promise<void> {
    await this.#run(`DROP TABLE IF EXISTS ${source(table)}`, [], signal, {});
    this.#tables.delete(table);
  }

  async #run(
    sql: string,
    columns: Columns,
    signal: AbortSignal,
    { onProgress }: CallOptions,
  ): Promise<Texts> {
    const plan = { columns, purpose: readBySeveral };
    const texts: string[][] = [];
    for await (const { rows, columns: read } of batchesOf(this.#session, {
      plan,
      sql,
      signal,
      onProgress,
    })) {
      for (let i = 0; i < rows; i++) {
        texts.push(columns.map(({ name }) => String(read.get(name)?.[i])));
      }
    }
    return texts;
  }
}

/** Failures that say nothing of what the server lets a user do. */
const passing: ReadonlySet<EngineError["failure"]> = new Set(["cancelled", "network", "resource"]);

function cannotHold(schema: string, cause: EngineError): StudyError {
  const { detail = cause.message } = cause.problems[0]?.facts ?? {};
  const message = `Expected a schema ${schema} of Spark in which tables may be made (engine.hold), but cannot make one: ${detail}. CREATE SCHEMA ${schema} and let the user make, read and drop tables there, or leave hold out: without it every statement reads the log.`;
  return optionError("spark", message, { option: "hold", schema }, cause);
}

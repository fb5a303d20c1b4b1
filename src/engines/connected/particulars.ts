import type { HindcastError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { postgresDialect } from "../../sql/dialects/postgres.js";
import type { CallOptions, Misfits } from "../../sql/engine.js";
import type { FilesRef, TextForm } from "../../sql/relation.js";
import { dialectOf } from "../duckdb/dialect.js";
import { duckdbError } from "../duckdb/errors.js";
import { duckdbRows } from "../duckdb/hold.js";
import { misfitsOf } from "../duckdb/misfits.js";
import { formOfText, stateOfText } from "../duckdb/text-forms.js";
import type { RowHolder } from "../shared/keeper.js";
import type { TextReader } from "../shared/text-files.js";

export type Ask = (
  sql: string,
  purpose: string,
  call: CallOptions,
) => Promise<readonly (readonly unknown[])[]>;

export type Run = (sql: string) => ReturnType<Ask>;

/** What a connection to a database of one dialect can do as the engine of that database does it. */
export interface Particulars {
  /** Reads files of text strictly, as the engine does. */
  readonly texts?: TextReader<Run>;
  readonly misfits?: (
    run: Run,
    files: FilesRef,
    form: TextForm,
    column: string,
  ) => Promise<Misfits | undefined>;
  readonly holder?: (ask: Ask, dialect: Dialect) => RowHolder;
  readonly errorOf?: (cause: unknown, sql: string) => HindcastError;
  /** Asks for the version, which determines the database's own hash. */
  readonly version?: string;
  readonly maxColumns: number;
}

const byDialect: Readonly<Record<string, Particulars>> = {
  [duckdbDialect.name]: {
    texts: { dialectOf, formOf: formOfText, stateOf: stateOfText },
    misfits: misfitsOf,
    holder: (ask, dialect) => duckdbRows(ask, dialect),
    errorOf: duckdbError,
    version: "SELECT version()",
    maxColumns: 1000,
  },
  [postgresDialect.name]: { version: "SHOW server_version", maxColumns: 1600 },
};

// What the statements that `hindcast sql` prints have, for every warehouse.
const usual: Particulars = { maxColumns: 120 };

export const particularsOf = ({ name }: Dialect): Particulars => byDialect[name] ?? usual;

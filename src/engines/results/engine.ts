import { EngineError, LogError, reason } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { dialects } from "../../sql/dialects/index.js";
import type { CallOptions, DescribeOptions, Engine, Plan } from "../../sql/engine.js";
import { printPlan } from "../../sql/print.js";
import type { SourceRef } from "../../sql/relation.js";
import type { Table } from "../../sql/run/table.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { createDuckdbEngine } from "../duckdb/index.js";
import { findResults, type Result } from "./find-results.js";
import { heldMarkerOf } from "./held-statements.js";
import { readAgreeing } from "./read-agreeing.js";
import { batchesOf } from "./read-result.js";
import { type Statement, statementOf, typesStatement } from "./statement.js";

export interface ResultsOptions {
  /** Results of the statements that `hindcast sql` prints: Parquet, or CSV with a header; `results/*.csv` too. */
  readonly files?: readonly string[];
  /** Whether statements are printed over tables of the rows that several of them read; where results are of such statements, they are. */
  readonly hold?: boolean;
}

/** An engine whose statements others run: it answers from their results, and knows which are missing. */
export interface ResultsEngine extends Engine {
  /** Whether its statements read tables of rows. */
  readonly isHeld: () => boolean;
  /** Statements that were asked and have no result, in the order in which they were asked. */
  readonly missing: () => readonly Statement[];
  /** Files whose statement was not asked. */
  readonly unasked: () => readonly string[];
}

/**
 * An engine over results that were taken elsewhere. A statement whose result is not among the files
 * throws an EngineError `sumsMissing` and is remembered. Throws StudyError for files that answer no
 * statement at all.
 *
 * @example
 * const engine = await createResultsEngine({ files: ["ranges.csv", "weights.parquet"] });
 */
export async function createResultsEngine({
  files = [],
  hold = false,
}: ResultsOptions = {}): Promise<ResultsEngine> {
  const reader = await createDuckdbEngine();
  const results = await findResults(reader, files).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  const missing = new Map<string, Statement>();
  const markers = new Set<string>();
  const resultsOf = (statement: Statement): readonly Result[] => {
    const parts = results.get(statement.marker);
    markers.add(statement.marker);
    if (parts !== undefined) return parts;
    missing.set(statement.marker, statement);
    throw missingError(statement, isHeld());
  };
  const heldMarkers = new Set<string>();
  const isHeld = (): boolean => hold || [...heldMarkers].some((marker) => results.has(marker));
  return Object.freeze({
    release: async () => undefined,
    isHeld,
    name: "sums",
    dialect: duckdbDialect,
    info: async () => ({
      version: "1",
      cancel: "none" as const,
      maxColumns: 120,
      concurrency: Number.MAX_SAFE_INTEGER,
      ownHash: false,
      inRounds: true as const,
      ...(!isHeld() && { holdsFrom: Number.POSITIVE_INFINITY }),
    }),
    describe: async (source: SourceRef, { columns = [], ...call }: DescribeOptions = {}) => {
      heldMarkers.add(heldMarkerOf(source));
      const statement = typesStatement(source, columns);
      return describe(reader, resultsOf(statement), statement, call);
    },
    async *query(plan: Plan, call: CallOptions = {}) {
      const statement = statementOf(plan);
      yield* batchesOf(await readAgreeing(reader, resultsOf(statement), statement, call));
    },
    explain: async (plan: Plan) => printPlan(plan, duckdbDialect),
    close: () => reader.close(),
    missing: () => [...missing.values()],
    unasked: () => {
      const of = (isAsked: boolean): readonly string[] =>
        [...results].flatMap(([marker, parts]) =>
          (heldMarkers.has(marker) || markers.has(marker)) === isAsked
            ? parts.flatMap(({ files }) => files)
            : [],
        );
      const used = new Set(of(true));
      return [...new Set(of(false))].filter((file) => !used.has(file));
    },
  });
}

function missingError({ purpose, marker }: Statement, isHeld: boolean): EngineError {
  const message = `The results given by --results lack that of the statement "${purpose}" (${marker}). Print what is still to be run by: hindcast sql <study> --dialect <name> --results <the files there are>${isHeld ? " --hold <schema.prefix>" : ""}.`;
  return new EngineError("missing", reason("sumsMissing", message, { purpose, marker }));
}

/** The types as the warehouse names them: each dialect is asked, and most leave no doubt. */
async function describe(
  reader: Engine,
  results: readonly Result[],
  statement: Statement,
  call: CallOptions,
): Promise<readonly SourceColumn[]> {
  const isSame = (a: Table, b: Table): boolean =>
    JSON.stringify(typesIn(a)) === JSON.stringify(typesIn(b));
  const table = await readAgreeing(reader, results, statement, call, isSame);
  if (table.rows === 0) throw emptyTypes(results.flatMap(({ files }) => files));
  return typesIn(table);
}

const typesIn = ({ columns }: Table): readonly SourceColumn[] =>
  [...columns].map(([name, [type]]) => ({ name, type: typeOf(String(type ?? "")) }));

// Of several values: one dialect's name for them may begin with another's for a text.
const compound = /\]$|^(array|list|map|struct|row|tuple|nested)\b/i;

function typeOf(typeName: string): SourceColumn["type"] {
  if (compound.test(typeName)) return "other";
  const types = dialects.map((dialect: Dialect) => dialect.columnType(typeName));
  return types.find((type) => type !== "other") ?? "other";
}

function emptyTypes(files: readonly string[]): LogError {
  const message = `${files.join(", ")} says that the log held no rows when the types of its columns were read; a row for each viewed item, or for each candidate, is needed. Check the source of the study, then remove the results and run the statements again.`;
  return new LogError(reason("emptyLog", message, { files: [...files] }));
}

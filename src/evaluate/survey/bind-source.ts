import { LogError, reason, StudyError } from "../../errors.js";
import { type FittedColumn, withFittedColumns } from "../../fitting/reward-model/fitted-columns.js";
import { type BoundLog, bindLog, roleColumns } from "../../log/bind.js";
import {
  bindCandidates,
  candidateColumns,
  candidatesKnown,
  offeredCandidates,
} from "../../log/candidates/candidates.js";
import { comparableKeys } from "../../log/candidates/comparable-keys.js";
import { type BoundJoin, ownColumns, wantedJoins } from "../../log/join/bind-join.js";
import { joinedRows } from "../../log/join/joined-rows.js";
import { listedPolicies } from "../../log/join/listed-policies.js";
import { arrayAdvice, describeSource, sourceRef } from "../../log/sources/index.js";
import { onlyViewed } from "../../log/viewed-rows.js";
import type { Connection, Engine } from "../../sql/engine.js";
import { from, type Relation } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import type { Study } from "../../study/study.js";
import { withDayForm } from "./day-form.js";
import { joinsOf } from "./joins-of.js";
import {
  columnsToRead,
  predictedColumns,
  predictedRows,
  requireContexts,
} from "./predicted-rows.js";
import { readSaltFile } from "./read-salt-file.js";
import { withExamples } from "./unfit-columns.js";

/** The log of a study with its roles bound; where columns do not fit, their values are looked at. */
export async function bindSource(connection: Connection, study: Study): Promise<BoundLog> {
  const { engine, options } = connection;
  const { exposure } = study;
  const { log: listed, policies } = listedPolicies(study);
  const { log, fitted } = withFittedColumns(listed);
  await requireKnownHash(engine, study);
  const salt = await readSaltFile(study);
  const names = columnsToRead(fitted, roleColumns(log, policies, exposure.column));
  const needed = wantedJoins(log, names);
  const ofLog = ownColumns(names, needed);
  const columns = await engine.describe(sourceRef(log.source), { ...options, columns: ofLog });
  const joins = await joinsOf(connection, log, columns, needed);
  const rows = rowsOf(log, ofLog, columns, joins);
  const described = [...columns, ...joins.flatMap((join) => join.columns)];
  const dated = await withDayForm(connection, { spec: log, rows, columns: described });
  const all = [...dated, ...predictedColumns(fitted)];
  try {
    requireContexts(log, fitted, dated);
    const bare = { ...bindLog(log, policies, exposure.column, all), rows, joins };
    const boundLog = withSalt(bare, salt);
    const listing = await candidatesTable(
      connection,
      { ...study, log, policies },
      boundLog,
      fitted,
    );
    const { log: plain, table } = withComparableKeys(boundLog, listing);
    const { bound, candidates } = await predictedRows(connection, {
      plain,
      table,
      columns: dated,
      fitted,
    });
    const viewed = onlyViewed(bound, [...new Set(all.map(({ name }) => name))]);
    const withOffers = candidates ?? offeredRows(bound, all);
    return { ...viewed, ...(withOffers && { candidates: withSalt(withOffers, salt) }) };
  } catch (error) {
    if (!(error instanceof StudyError)) throw error;
    requireTable(study, columns, error);
    throw await withExamples(connection, { spec: log, rows, columns }, error);
  }
}

/** `bindSource` for as long as `use` takes: candidates that the engine holds ranked are released after it. */
export async function withBoundSource<T>(
  connection: Connection,
  study: Study,
  use: (log: BoundLog) => Promise<T>,
): Promise<T> {
  const log = await bindSource(connection, study);
  try {
    return await use(log);
  } finally {
    for (const { keep } of [...log.joins, log]) {
      if (keep !== undefined) await connection.engine.release?.(keep);
    }
  }
}

const withSalt = (log: BoundLog, salt: BoundLog["salt"]): BoundLog =>
  salt === undefined ? log : { ...log, salt };

const offeredRows = (bound: BoundLog, columns: readonly SourceColumn[]): BoundLog | undefined =>
  candidatesKnown(bound.spec, bound.exposure) === undefined
    ? undefined
    : offeredCandidates(bound, columns);

interface CandidatesTable {
  readonly log: BoundLog;
  readonly names: readonly string[];
}

async function candidatesTable(
  { engine, options }: Connection,
  { log, policies }: Study,
  bound: BoundLog,
  fitted: readonly FittedColumn[],
): Promise<CandidatesTable | undefined> {
  if (log.candidates === undefined) return undefined;
  const joins = bound.joins.filter(({ isListing }) => isListing);
  const listed = joins.flatMap(({ columns: brought }) => brought);
  const keys = joins.flatMap((join) => join.keys.map((key) => key.log));
  const predicted = predictedColumns(fitted);
  const named = candidateColumns(log, policies).filter(
    (name) => !isAmong(listed, name) && !isAmong(predicted, name),
  );
  const both = [...new Set([...named, ...keys])];
  const source = sourceRef(log.candidates.source);
  const columns = await engine.describe(source, { ...options, columns: both });
  const bare = bindCandidates(log, policies, [...columns, ...listed, ...predicted]);
  const boundLog = withSalt(bare, bound.salt);
  const names = [...columns, ...listed].map(({ name }) => name);
  return joins.length === 0
    ? { log: boundLog, names }
    : { log: { ...boundLog, rows: joinedRows(source, both, joins), joins }, names };
}

function withComparableKeys(
  boundLog: BoundLog,
  table: CandidatesTable | undefined,
): { readonly log: BoundLog; readonly table: CandidatesTable | undefined } {
  if (table === undefined) return { log: boundLog, table };
  const { log, candidates } = comparableKeys(boundLog, table.log);
  return { log, table: { ...table, log: candidates } };
}

const isAmong = (columns: readonly { readonly name: string }[], column: string): boolean =>
  columns.some(({ name }) => name === column);

/** The source's rows; where tables are joined, those of its columns that are read. */
function rowsOf(
  { source }: Study["log"],
  names: readonly string[],
  columns: readonly SourceColumn[],
  joins: readonly BoundJoin[],
): Relation {
  const there = names.filter((name) => columns.some((column) => column.name === name));
  const ref = sourceRef(source);
  return joins.length === 0 ? from(ref) : joinedRows(ref, there, joins);
}

/** Buckets by an engine's own hash can be told from another's only where it is known whose it is. */
async function requireKnownHash(engine: Engine, { log }: Study): Promise<void> {
  if (log.hash !== "native" || (await engine.info()).ownHash) return;
  const message = `log.hash: native puts users into buckets by a hash that differs between warehouses, and ${engine.name} does not say whose it is. Leave log.hash out, or set it to portable.`;
  throw new StudyError(reason("hashUnknown", message, { hash: "native", engine: engine.name }));
}

/** A reader that finds no table in a file makes one column of it, or of its header. */
function requireTable(
  { log }: Study,
  columns: readonly SourceColumn[],
  { problems }: StudyError,
): void {
  const isFile = "files" in log.source && sourceRef(log.source).kind === "files";
  if (!isFile || columns.length !== 1) return;
  if (problems.some(({ code }) => code !== "columnMissing")) return;
  const where = describeSource(log.source);
  const message = `${where} does not read as a table: its one column is called "${columns[0]?.name}". Expected a header line and lines of equally many fields (CSV), or one JSON object a line (JSON lines); check that it is not empty.${arrayAdvice(log.source)}`;
  throw new LogError(reason("noTable", message, { source: where }));
}

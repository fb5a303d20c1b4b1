import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Dialect } from "../../sql/dialect.js";
import { count } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, type SourceRef, tableNamed } from "../../sql/relation.js";
import { keeperOf } from "../shared/keeper.js";
import { markerOf, named, type Statement } from "./statement.js";

/** Statements over tables of rows that several of them read, and those that make and drop the tables. */
export interface HeldStatements {
  readonly create: readonly string[];
  readonly statements: readonly Statement[];
  readonly drop: readonly string[];
}

/** The marker of the statement that counts a log's held rows: its result says that others were read from tables. */
export const heldMarkerOf = (log: SourceRef): string => markerOf(["rows that are held", log]);

/** The statements of a log as they read tables called `name` and a hash of their own; as they are, where none says to keep rows. */
export async function heldStatements(
  statements: readonly Statement[],
  { dialect, log, name }: { dialect: Dialect; log: SourceRef; name: readonly string[] },
): Promise<HeldStatements> {
  const create: string[] = [];
  const tables: SourceRef[] = [];
  const keeper = keeperOf({
    dialect,
    hold: async (sql) => {
      const table = tableOf(name, sql);
      create.push(
        `DROP TABLE IF EXISTS ${dialect.source(table)}`,
        `CREATE TABLE ${dialect.source(table)}${dialect.tableOptions ?? ""} AS ${sql}`,
      );
      tables.push(table);
      return table;
    },
    drop: async () => undefined,
  });
  const held: Statement[] = [];
  for (const statement of statements) {
    const place = await keeper.prepared(statement.planIn(dialect), {});
    held.push(named(statement.plan, statement.marker, () => place));
  }
  const counted = tables.slice(0, 1).map((table) => countOf(table, log));
  const drop = tables.toReversed().map((table) => `DROP TABLE IF EXISTS ${dialect.source(table)}`);
  return { create, statements: [...counted, ...held], drop };
}

/** A table of its own for every text: rounds and studies do not meet. */
function tableOf(name: readonly string[], sql: string): SourceRef {
  const own = bytesToHex(sha256(utf8ToBytes(sql))).slice(0, 12);
  return tableNamed(...name.slice(0, -1), `${name.at(-1)}_${own}`);
}

const countOf = (table: SourceRef, log: SourceRef): Statement =>
  named(
    plan("rows that are held", group(from(table), [], [["row_count", count()]])),
    heldMarkerOf(log),
  );

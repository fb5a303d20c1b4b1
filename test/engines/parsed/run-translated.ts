// Runs statements that were translated to DuckDB's SQL, and compares their rows with those of DuckDB's own statements:
//   tsx test/engines/parsed/run-translated.ts translated.jsonl
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { duckdbDialect } from "../../../src/sql/dialects/duckdb.js";
import { goldenLogs } from "../golden/golden-log.js";
import { pathsOf, writeLog } from "../golden/write-log.js";

interface Translated {
  readonly dialect: string;
  readonly purpose: string;
  readonly sql: string;
  readonly translation: string;
}

/** Functions as their warehouses document them, under the names that parse.py gives them. */
const macros = [
  "snowflake_get(entries, i) AS entries[i + 1]",
  "snowflake_to_number(digits, format) AS CAST('0x' || digits AS BIGINT)",
  "snowflake_bitand(a, b) AS a & b",
  "snowflake_bitshiftright(value, steps) AS value >> steps",
  "databricks_get(entries, i) AS entries[i + 1]",
  "databricks_conv(digits, a, b) AS CAST(CAST('0x' || digits AS BIGINT) AS VARCHAR)",
  "redshift_strtol(digits, base) AS CAST('0x' || digits AS BIGINT)",
  "trino_bitwise_and(a, b) AS a & b",
  "trino_bitwise_right_shift(value, steps) AS value >> steps",
  "trino_is_finite(value) AS ISFINITE(value)",
  "from_base(digits, base) AS CAST('0x' || digits AS BIGINT)",
];

const [file = ""] = process.argv.slice(2);
const statements = readFileSync(file, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Translated);

const folder = mkdtempSync(join(tmpdir(), "hindcast-translated-"));
try {
  process.exitCode = report(await compared(await openGoldenLogs()));
} finally {
  rmSync(folder, { recursive: true });
}

async function openGoldenLogs(): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create()).connect();
  for (const statement of duckdbDialect.session) await connection.run(statement);
  for (const macro of macros) await connection.run(`CREATE MACRO ${macro}`);
  for (const log of goldenLogs) {
    await writeLog(log, folder);
    const paths = pathsOf(log, folder).map((path) => `'${path}'`);
    await connection.run(
      `CREATE TABLE "${log.name}" AS SELECT * FROM read_parquet([${paths.join(", ")}])`,
    );
  }
  return connection;
}

interface Count {
  readonly same: number;
  readonly wrong: readonly string[];
}

/** By dialect, the statements with the rows of DuckDB's own, and what is wrong with the others. */
async function compared(connection: DuckDBConnection): Promise<ReadonlyMap<string, Count>> {
  const rowsOf = async (sql: string): Promise<string> => {
    const rows = (await connection.runAndReadAll(sql)).getRowsJson();
    return JSON.stringify(rows.map((row) => JSON.stringify(row)).sort());
  };
  const own = new Map<string, string>();
  const counts = new Map<string, Count>();
  for (const { dialect, purpose, sql, translation } of statements) {
    const marker = /hindcast_[0-9a-f]{12}/.exec(sql)?.[0] ?? "";
    const rows = await rowsOf(translation).catch((error: unknown) => `${error}`);
    if (dialect === "duckdb") own.set(marker, rows);
    const { same, wrong } = counts.get(dialect) ?? { same: 0, wrong: [] };
    const isSame = rows.startsWith("[") && own.get(marker) === rows;
    const said = `${dialect}, ${purpose}: ${rows.startsWith("[") ? "other rows" : rows}`;
    counts.set(dialect, { same: same + Number(isSame), wrong: isSame ? wrong : [...wrong, said] });
  }
  return counts;
}

/** Prints the counts; 1 where a statement fails, differs, or there is none. */
function report(counts: ReadonlyMap<string, Count>): number {
  for (const [dialect, { same }] of counts) {
    process.stdout.write(`${same} statements of ${dialect} give the rows of DuckDB's own\n`);
  }
  const wrong = [...counts.values()].flatMap((count) => count.wrong);
  process.stderr.write(
    wrong
      .slice(0, 5)
      .map((each) => `${each.slice(0, 600)}\n`)
      .join(""),
  );
  return wrong.length === 0 && counts.size > 1 ? 0 : 1;
}

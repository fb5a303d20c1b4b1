import type { Difference, DifferenceRow } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import {
  type Estimate,
  type EstimateRow,
  evaluate,
  openEngine,
  type Result,
  readStudy,
} from "../../src/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { createInterpreter } from "../../src/testing/index.js";
import { isInTurn, repetitions } from "../fixture/property.js";

export type LogRow = Readonly<Record<string, number | string | boolean | null>>;

/** A study without its source: the rows stand in for it. */
export interface VectorStudy {
  readonly log: Readonly<Record<string, unknown>>;
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly baseline?: string;
  readonly estimators: readonly unknown[];
  readonly estimands?: readonly string[];
  readonly sums?: "exact" | "fast";
}

/** In how many shares a short run asks DuckDB, too; never where the vectors are somebody else's. */
const shares = process.env.HINDCAST_VECTORS === undefined ? repetitions(4, 1) : 1;
let questions = 0;

/**
 * The result of a study over a few rows, by the interpreter and by DuckDB, which must agree in every
 * bit of every estimate and difference, but for fast sums. A short run asks DuckDB a share of the questions.
 */
export async function ask(rows: readonly LogRow[], asked: VectorStudy): Promise<Result> {
  const study = (source: unknown): unknown => ({ ...asked, log: { ...asked.log, source } });
  const engine = createInterpreter({ log: rows });
  const inMemory = await evaluate(readStudy(study({ table: ["log"] })), { engine });
  if (!isInTurn(questions++, shares)) return inMemory;
  const result = await evaluate(readStudy(study({ sql: valuesOf(rows) })), {
    engine: await duckdb(),
  });
  const same = JSON.stringify(numbersOf(inMemory)) === JSON.stringify(numbersOf(result));
  if (same || asked.sums === "fast") return result;
  throw new Error("DuckDB and the interpreter disagree.");
}

const numbersOf = ({ estimates, differences }: Result): unknown => ({ estimates, differences });

let opened: Promise<Engine> | undefined;

function duckdb(): Promise<Engine> {
  opened ??= openEngine({ name: "duckdb" });
  return opened;
}

/** Closes the database of all questions so far. */
export async function closeDatabase(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}

function valuesOf(rows: readonly LogRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const literal = (value: LogRow[string] | undefined): string =>
    typeof value === "number"
      ? `${value}::DOUBLE`
      : typeof value === "boolean" || value == null
        ? String(value ?? null)
        : `'${value}'`;
  const tuples = rows.map((row) => `(${columns.map((name) => literal(row[name])).join(", ")})`);
  const names = columns.map((name) => `"${name}"`).join(", ");
  return `select * from (values ${tuples.join(", ")}) as log(${names})`;
}

/** Which row of a result is meant; parameters by those that matter. */
export interface EstimateKey {
  readonly policy: string;
  readonly estimator: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly reward?: string;
  readonly estimand?: string;
  readonly feed?: string;
}

/** The one row that is meant; throws where there is none or several. */
function only<Row extends EstimateRow>(rows: readonly Row[], wanted: EstimateKey): Row {
  const { parameters = {}, ...key } = wanted;
  const found = rows.filter(
    (row) =>
      row.day === null &&
      Object.entries(key).every(([name, value]) => row[name as keyof EstimateRow] === value) &&
      Object.entries(parameters).every(([name, value]) => row.parameters[name] === value),
  );
  const [row] = found;
  if (row !== undefined && found.length === 1) return row;
  throw new Error(`Expected one row of ${JSON.stringify(wanted)}, found ${found.length}.`);
}

export function estimateOf({ estimates }: Result, wanted: EstimateKey): Estimate {
  const row = restoreNumbers(only(estimates, wanted));
  if ("none" in row) throw new Error(`${row.none.code}: ${row.none.message}`);
  return row;
}

/** The value, or null where the estimator refuses to divide by nothing. */
export function valueOrNull(result: Result, wanted: EstimateKey): number | null {
  const row = only(result.estimates, wanted);
  if ("none" in row && row.none.code === "zeroDenominator") return null;
  return estimateOf(result, wanted).value;
}

export function differenceOf({ differences }: Result, wanted: EstimateKey): Difference {
  const rows = differences as readonly (Difference & EstimateRow)[];
  const row = restoreNumbers<DifferenceRow>(only(rows, wanted));
  if ("none" in row) throw new Error(JSON.stringify(row.none));
  return row;
}

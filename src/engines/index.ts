import { InternalError } from "../errors.js";
import { clickhouse } from "./clickhouse/clickhouse.js";
import { duckdb } from "./duckdb/duckdb.js";
import type { EngineMember } from "./engine-member.js";
import { postgres } from "./postgres/postgres.js";
import { results } from "./results/results.js";
import { spark } from "./spark/spark.js";

export {
  type EngineMember,
  type EngineOption,
  type OptionValue,
  type OptionValues,
  optionFaults,
  optionForms,
} from "./engine-member.js";

/** Every engine, as data: its code and its client are loaded when a study names it. */
export const engines: readonly EngineMember[] = [duckdb, spark, clickhouse, postgres, results];

export const defaultEngine: EngineMember = oneOf(
  engines.filter((engine) => engine.default === true),
);

function oneOf([only, ...others]: readonly EngineMember[]): EngineMember {
  if (only !== undefined && others.length === 0) return only;
  throw new InternalError("The list of engines must hold one default.");
}

/** The engine of a name, of an earlier name, or of an address. */
export function findEngine(name: string): EngineMember | undefined {
  return (
    engines.find(({ address }) => address?.test(name)) ??
    engines.find((engine) => engine.name === name || engine.aliases.includes(name))
  );
}

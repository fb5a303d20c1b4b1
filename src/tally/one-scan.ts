import { strataRoles } from "../log/strata.js";
import { columnsOf } from "../sql/columns.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import {
  bigint,
  caseWhen,
  column,
  type Expression,
  equal,
  indicator,
  or,
} from "../sql/expression.js";
import { hoist } from "../sql/passes/hoist.js";
import { structuralKey } from "../sql/passes/structural-key.js";
import { type Named, type Relation, repeat, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { collectWide } from "../sql/run/collect-wide.js";
import { type Table, tableOf } from "../sql/run/table.js";
import { type CellKeys, cellsPlan, hasBucket } from "./cells.js";
import type { Bucketing } from "./request.js";

/** Sums of a relation by stratum, bucket and further keys, before they are a statement. */
export interface Cells {
  readonly purpose: string;
  readonly relation: Relation;
  readonly keys: CellKeys;
  readonly bucketing: Bucketing;
  readonly sums: readonly Named[];
  readonly isDense?: true;
}

type Select = Extract<Relation, { kind: "select" }>;

/**
 * Cells with a bucket in every row: the others are grouped by user first. Their statement reads no more of the
 * bucketing than that, and no cluster.
 */
interface Part extends Cells {
  readonly relation: Select;
}

/** A statement, and the places of the cells that it gives among those that were asked for. */
interface Statement {
  readonly plan: WidePlan;
  readonly places: readonly number[];
  readonly tablesOf: (table: Table) => readonly Table[];
}

/**
 * The tables of several cells. An engine that shares scans is asked in one statement for all that read the same rows,
 * any other for each of them. The values are the same.
 */
export async function takeCells(
  engine: Engine,
  cells: readonly Cells[],
  options?: CallOptions,
): Promise<readonly Table[]> {
  const { sharesScans } = await engine.info();
  const statements = statementsOf(cells, sharesScans === true);
  const results = await collectWide(
    engine,
    statements.map(({ plan }) => plan),
    options,
  );
  const tables: Table[] = [];
  for (const [at, { places, tablesOf }] of statements.entries()) {
    const ofParts = tablesOf(results[at] as Table);
    places.forEach((place, part) => {
      tables[place] = ofParts[part] as Table;
    });
  }
  return tables;
}

function statementsOf(all: readonly Cells[], shareScans: boolean): readonly Statement[] {
  const sharing = new Map<string, number[]>();
  for (const [place, cells] of all.entries()) {
    const key = shareScans && isPart(cells) ? sharedBy(cells) : `${place}`;
    sharing.set(key, [...(sharing.get(key) ?? []), place]);
  }
  return [...sharing.values()].map((places): Statement => {
    const cells = places.flatMap((place) => all[place] ?? []);
    const parts = cells.filter(isPart);
    return parts.length > 1 ? inOne(parts, places) : alone(cells, places);
  });
}

const isPart = (cells: Cells): cells is Part =>
  cells.relation.kind === "select" &&
  cells.relation.limit === undefined &&
  cells.relation.keep === undefined &&
  cells.bucketing.kind === "hashed" &&
  hasBucket(cells.relation);

/** What cells of one statement have in common: the rows that they read, and how strata are named. */
const sharedBy = ({ relation, keys }: Part): string => structuralKey([relation.from, keys.strata]);

function alone([cells]: readonly Cells[], places: readonly number[]): Statement {
  if (cells === undefined) throw new RangeError("Expected cells.");
  const { purpose, relation, keys, bucketing, sums, isDense } = cells;
  const plan = {
    ...cellsPlan(purpose, relation, keys, bucketing, sums),
    ...(isDense && { isDense }),
  };
  return { plan, places, tablesOf: (table) => [table] };
}

const partAlias = "m_part";
const slotAlias = (slot: number): string => `m_key_${slot}`;

/** One statement for several cells of the same rows: each row comes once for each of them, with its keys there. */
function inOne(parts: readonly Part[], places: readonly number[]): Statement {
  const [first] = parts as readonly [Part];
  const carried = hoist("m_", ({ kind }) => !literals.has(kind));
  const wheres = parts.map(({ relation }) => relation.where);
  const counts = wheres.map((where) => where && carried.take(indicator(where)));
  const values = parts.map(
    ({ relation }) => new Map(relation.columns.map(([name, value]) => [name, carried.take(value)])),
  );
  const isKey = new Set(parts.flatMap(({ keys }) => keys.more ?? []));
  const names = new Set(values.flatMap((keys) => [...keys.keys()]));
  const read = new Set(
    parts.flatMap(({ sums }) => sums.flatMap(([, value]) => [...columnsOf(value)])),
  );
  const others = [...names].filter((name) => !isKey.has(name) || read.has(name));
  const slots = Array.from(
    { length: Math.max(...parts.map(({ keys }) => keys.more?.length ?? 0)) },
    (_, slot): Named => {
      const keys = parts.map(({ keys: { more = [] } }, at) => values[at]?.get(more[slot] ?? ""));
      return [slotAlias(slot), byPart(keys, bigint(0n))];
    },
  );
  const rows = select(first.relation.from, carried.columns(), { where: eitherOf(wheres) });
  const relation = select(
    repeat(rows, partAlias, parts.length),
    [
      [partAlias, column(partAlias)],
      ...slots,
      ...others.map((name): Named => {
        const sums = values.map((value) => value.get(name));
        return [name, byPart(sums, sums.find((value) => value !== undefined) ?? bigint(0n))];
      }),
    ],
    areAlike(wheres) ? {} : { where: equal(byPart(counts, bigint(1n)), bigint(1n)) },
  );
  const { sums, aliases } = sharedSums(parts);
  const more = [partAlias, ...slots.map(([name]) => name)];
  const purpose = [...new Set(parts.map((part) => part.purpose))].join(", ");
  return {
    plan: cellsPlan(purpose, relation, { ...first.keys, more }, first.bucketing, sums),
    places,
    tablesOf: (table) => tablesByPart(table, parts, aliases),
  };
}

const literals: ReadonlySet<Expression["kind"]> = new Set(["double", "bigint", "text", "null"]);

const areAlike = (values: readonly (Expression | undefined)[]): boolean =>
  new Set(values.map((value) => structuralKey(value ?? null))).size <= 1;

/** Rows that any part reads; undefined where one of them reads all. */
function eitherOf(wheres: readonly (Expression | undefined)[]): Expression | undefined {
  const distinct = new Map<string, Expression>();
  for (const where of wheres) {
    if (where === undefined) return undefined;
    distinct.set(structuralKey(where), where);
  }
  return or([...distinct.values()]);
}

/** A value for each part, `none` where a part has none; parts with the same one share it. */
function byPart(values: readonly (Expression | undefined)[], none: Expression): Expression {
  const parts = new Map<string, { readonly value: Expression; readonly at: number[] }>();
  for (const [at, value = none] of values.entries()) {
    const key = structuralKey(value);
    const part = parts.get(key) ?? { value, at: [] };
    part.at.push(at);
    parts.set(key, part);
  }
  const [last, ...others] = [...parts.values()].sort((a, b) => b.at.length - a.at.length);
  const isPartOf = (at: readonly number[]): Expression =>
    or(at.map((part) => equal(column(partAlias), bigint(BigInt(part)))));
  const branches = others.map(({ value, at }) => ({ when: isPartOf(at), then: value }));
  const otherwise = last?.value ?? none;
  return branches.length === 0 ? otherwise : caseWhen(branches, otherwise);
}

/** The sums of all parts, each once, and by part the name that each of its sums has among them. */
function sharedSums(parts: readonly Part[]): {
  readonly sums: readonly Named[];
  readonly aliases: readonly ReadonlyMap<string, string>[];
} {
  const names = new Map<string, string>();
  const sums = new Map<string, Expression>();
  const aliases = parts.map(
    (part) =>
      new Map(
        part.sums.map(([alias, value]): [string, string] => {
          const key = structuralKey(value);
          const name = names.get(key) ?? (sums.has(alias) ? `${alias}_${sums.size}` : alias);
          names.set(key, name);
          sums.set(name, value);
          return [alias, name];
        }),
      ),
  );
  return { sums: [...sums], aliases };
}

/** The rows of each part under the names that it would have alone. */
function tablesByPart(
  table: Table,
  parts: readonly Part[],
  aliases: readonly ReadonlyMap<string, string>[],
): readonly Table[] {
  const rows = parts.map((): number[] => []);
  table.numbers(partAlias).forEach((part, row) => {
    rows[part]?.push(row);
  });
  return parts.map(({ purpose, keys: { more = [] } }, part) => {
    const list = rows[part] ?? [];
    const names: readonly (readonly [name: string, inAll: string])[] = [
      ...[...strataRoles, "bucket"].map((name) => [name, name] as const),
      ...more.map((name, slot) => [name, slotAlias(slot)] as const),
      ...[...(aliases[part] ?? [])].map(([name, all]) => [`${name}_out`, `${all}_out`] as const),
    ];
    const columns = names.map(([name, inAll]): [string, Values] => [
      name,
      valuesAt(table.columns.get(inAll), list),
    ]);
    return tableOf(list.length, new Map(columns), purpose);
  });
}

type Values = NonNullable<ReturnType<Table["columns"]["get"]>>;

function valuesAt(values: Values = [], rows: readonly number[]): Values {
  if (values instanceof Float64Array) return Float64Array.from(rows, (row) => values[row] ?? 0);
  return rows.map((row) => values[row] ?? null);
}

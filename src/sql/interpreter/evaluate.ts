import { InternalError } from "../../errors.js";
import type { Expression } from "../expression.js";
import { aggregateValues } from "./aggregates.js";
import { castValue } from "./casts.js";
import { notPortable } from "./failures.js";
import { OPERATORS } from "./operators.js";
import { type Table, tableOfRows, upTo, valuesOf } from "./table.js";
import type { Row, Value } from "./value.js";

/** The rows, or groups of rows, at which expressions are evaluated column by column. */
export interface Place {
  readonly count: number;
  readonly table: Table;
  /** Which rows of the table; absent: all. Of a group, the first of its rows, which holds its keys. */
  readonly at?: readonly number[];
  readonly groups?: Groups;
  /** The number of each row of the table for every ROW_NUMBER of the select. */
  readonly rowNumbers?: ReadonlyMap<Expression, readonly Value[]>;
  /** What has been evaluated here: columns of a statement share many expressions. */
  readonly cache: Map<Expression, readonly Value[]>;
}

/** The rows of each group, by their place among all members. */
export interface Groups {
  readonly members: Place;
  readonly rows: readonly (readonly number[])[];
}

export const everyRow = (table: Table, place: Pick<Place, "rowNumbers"> = {}): Place => ({
  ...place,
  count: table.rows,
  table,
  cache: new Map(),
});

export const everyGroup = (table: Table, rows: Groups["rows"]): Place => ({
  count: rows.length,
  table,
  at: rows.map(([first = -1]) => first),
  groups: { members: everyRow(table), rows },
  cache: new Map(),
});

export const among = (place: Place, chosen: readonly number[]): Place =>
  chosen.length === place.count ? place : inOrder(place, chosen);

/** The rows or groups at the given places, in their order. */
export function inOrder(place: Place, chosen: readonly number[]): Place {
  const { at, groups } = place;
  return {
    ...place,
    count: chosen.length,
    at: at === undefined ? chosen : chosen.map((i) => at[i] ?? -1),
    ...(groups !== undefined && { groups: groupsAmong(groups, chosen) }),
    cache: new Map(),
  };
}

/** Other members are not evaluated: an error of theirs is none of the chosen groups'. */
function groupsAmong({ members, rows }: Groups, chosen: readonly number[]): Groups {
  const lists = chosen.map((i) => rows[i] ?? []);
  let end = 0;
  return {
    members: among(members, lists.flat()),
    rows: lists.map((list) => list.map(() => end++)),
  };
}

/** The value of an expression at a row, or at a group of the given members whose keys the row holds. */
export function evaluate(expression: Expression, row: Row, members?: readonly Row[]): Value {
  const place = everyRow(tableOfRows(Object.keys(row), [row]));
  if (members === undefined) return valuesAt(expression, place)[0] ?? null;
  const names = [...new Set(members.flatMap((member) => Object.keys(member)))];
  const groups = {
    members: everyRow(tableOfRows(names, members)),
    rows: [upTo(members.length)],
  };
  return valuesAt(expression, { ...place, groups })[0] ?? null;
}

/** The places at which a condition is TRUE, which is neither FALSE nor unknown. */
export function placesOf(condition: Expression | undefined, place: Place): readonly number[] {
  const all = upTo(place.count);
  if (condition === undefined) return all;
  const values = valuesAt(condition, place);
  return all.filter((i) => values[i] === true);
}

export function valuesAt(expression: Expression, place: Place): readonly Value[] {
  const hit = place.cache.get(expression);
  if (hit !== undefined) return hit;
  const values = evaluated(expression, place);
  place.cache.set(expression, values);
  return values;
}

function evaluated(expression: Expression, place: Place): readonly Value[] {
  switch (expression.kind) {
    case "column": {
      const values = place.table.columns.get(expression.name);
      return values === undefined ? same(null, place) : atRows(values, place);
    }
    case "double":
      return same(expression.value + 0, place); // −0 is printed as 0
    case "bigint":
    case "text":
      return same(expression.value, place);
    case "null":
      return same(null, place);
    case "call":
      return called(expression, place);
    case "case":
      return chosen(expression, place);
    case "cast":
      return valuesAt(expression.value, place).map((value) => castValue(value, expression.to));
    case "lookup":
      return valuesAt(expression.index, place).map((index) => entry(expression.table, index));
    case "aggregate":
      return aggregated(expression, place);
    case "rowNumber":
      return atRows(place.rowNumbers?.get(expression) ?? [], place);
    default:
      return expression satisfies never;
  }
}

type Present = Exclude<Value, null>;
type Of<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

const same = (value: Value, { count }: Place): readonly Value[] =>
  new Array<Value>(count).fill(value);

const atRows = (values: readonly Value[], { at }: Place): readonly Value[] =>
  at === undefined ? values : valuesOf(values, at);

function called({ operator, args }: Of<"call">, place: Place): readonly Value[] {
  const apply = OPERATORS[operator];
  const columns = args.map((arg) => valuesAt(arg, place));
  const values = same(null, place) as Value[];
  const cells = args.map((): Value => null);
  for (let i = 0; i < place.count; i++) {
    for (let arg = 0; arg < columns.length; arg++) cells[arg] = columns[arg]?.[i] ?? null;
    values[i] = apply(cells);
  }
  return values;
}

function chosen({ branches, otherwise }: Of<"case">, place: Place): readonly Value[] {
  const values = same(null, place) as Value[];
  let open = upTo(place.count);
  const choose = (then: Expression, places: readonly number[]): void => {
    if (places.length === 0) return;
    const branch = valuesAt(then, among(place, places));
    for (const [i, at] of places.entries()) values[at] = branch[i] ?? null;
  };
  for (const { when, then } of branches) {
    const isTrue = valuesAt(when, among(place, open));
    const [taken, left]: [number[], number[]] = [[], []];
    for (const [i, at] of open.entries()) (isTrue[i] === true ? taken : left).push(at);
    choose(then, taken);
    open = left;
  }
  choose(otherwise, open);
  return values;
}

function entry(table: readonly number[], index: Value): Value {
  if (index === null) return null;
  if (typeof index !== "bigint") throw notPortable("a BIGINT index", index);
  return index >= 1n && index <= BigInt(table.length) ? (table[Number(index) - 1] ?? null) : null;
}

function aggregated({ fn, value }: Of<"aggregate">, { groups }: Place): readonly Value[] {
  if (groups === undefined) throw new InternalError(`Expected ${fn} inside a group.`);
  const { members, rows } = groups;
  if (fn === "count" && value === undefined) return rows.map((list) => BigInt(list.length));
  if (value === undefined) throw new InternalError(`Expected ${fn} to have an argument.`);
  const values = valuesAt(value, members);
  return rows.map((list) => {
    const present: Present[] = [];
    for (const row of list) {
      const cell = values[row] ?? null;
      if (cell !== null) present.push(cell);
    }
    return fn === "count" ? BigInt(present.length) : aggregateValues(fn, present);
  });
}

import type { Plan } from "../engine.js";
import { narrowed } from "../passes/narrow.js";
import { logChanged } from "./log-changed.js";
import { type Table, tableOf } from "./table.js";

/**
 * A plan that may run in parts: the columns `keys` identify each row of its result; an empty list says that
 * there is one row. Without keys the plan runs as it is.
 */
export interface WidePlan<Name extends string = string> extends Plan<Name> {
  readonly keys?: readonly string[];
  /** Its columns are summed up by groups first, such as trajectories: so many, or 0 where that is not known. */
  readonly groups?: number;
}

export const ofOneRow = <Name extends string>(plan: Plan<Name>): WidePlan<Name> => ({
  ...plan,
  keys: [],
});

/**
 * The plan as statements of at most so many columns: each gives every key and the next of the others, in
 * order, and computes no more than these. A plan that is narrow enough is itself the only one.
 */
export function chunksOf(plan: WidePlan, maxColumns: number): readonly WidePlan[] {
  const { keys, columns, purpose, tellsState } = plan;
  if (keys === undefined || columns.length <= maxColumns) return [plan];
  const others = columns.filter(({ name }) => !keys.includes(name)).map(({ name }) => name);
  const room = Math.max(1, maxColumns - keys.length);
  const parts = Math.ceil(others.length / room);
  return Array.from({ length: parts }, (_, part) => {
    const names = new Set([...keys, ...others.slice(part * room, (part + 1) * room)]);
    return {
      keys,
      ...(tellsState && { tellsState }),
      purpose: `${purpose} (${part + 1} of ${parts})`,
      columns: columns.filter(({ name }) => names.has(name)),
      relation: narrowed(plan.relation, names),
    };
  });
}

/** The results of a plan's statements as the one table that the plan asks for, in the order of the first. */
export function joinedChunks(plan: WidePlan, tables: readonly Table[]): Table {
  const [first = tableOf(0, new Map()), ...others] = tables;
  if (others.length === 0) return first;
  const { keys = [] } = plan;
  const place = new Map(keysOf(first, keys).map((key, row) => [key, row]));
  const columns = new Map(first.columns);
  for (const table of others) {
    const at = keysOf(table, keys).map((key) => place.get(key));
    if (table.rows !== first.rows || at.includes(undefined)) throw logChanged();
    for (const [name, values] of table.columns) {
      if (keys.includes(name)) continue;
      const placed = Array.from(values);
      values.forEach((value, row) => {
        placed[at[row] ?? 0] = value;
      });
      columns.set(name, placed);
    }
  }
  return tableOf(first.rows, columns, plan.purpose);
}

function keysOf(table: Table, keys: readonly string[]): readonly string[] {
  const lists = keys.map((name) => table.columns.get(name) ?? []);
  return Array.from({ length: table.rows }, (_, row) =>
    JSON.stringify(lists.map((list) => (list[row] === null ? null : String(list[row])))),
  );
}

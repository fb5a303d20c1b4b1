import { columnsOf, outputColumns } from "../columns.js";
import type { Expression } from "../expression.js";
import { inputsOf, type Named, type Relation, relationsIn } from "../relation.js";

/**
 * A relation that gives the named columns and computes nothing that only others need. Rows stay what
 * they are, and what stood twice still stands once in two places, so that it is read once.
 */
export const narrowed = (relation: Relation, names: Iterable<string>): Relation =>
  narrowedTo(relation, needsOf(relation, names));

/**
 * The relation without left joins of which nothing is read and that add no row; the relation itself where it has
 * none. Engines join all the same: that no row has two matches is known from how the right side is made, not to them.
 */
export function withoutIdleJoins(relation: Relation, names: Iterable<string>): Relation {
  const needs = needsOf(relation, names);
  return needs.idle.size === 0 ? relation : narrowedTo(relation, needs);
}

/** Every relation after all that read it, the columns that these read of it, and joins that nothing needs. */
interface Needs {
  readonly order: readonly Relation[];
  readonly needed: ReadonlyMap<Relation, ReadonlySet<string>>;
  readonly idle: ReadonlySet<Relation>;
}

function needsOf(root: Relation, outputs: Iterable<string>): Needs {
  const order = relationsIn(root);
  const needed = new Map<Relation, Set<string>>();
  const idle = new Set<Relation>();
  const need = (of: Relation, names: Iterable<string>): void => {
    needed.set(of, new Set([...(needed.get(of) ?? []), ...names]));
  };
  need(root, outputs);
  for (const relation of order.toReversed()) {
    const read = needed.get(relation);
    // Only joins that are left out read it.
    if (read === undefined) continue;
    // Rows that an engine holds are the same for all statements that read them.
    if (relation.kind === "select" && relation.keep !== undefined)
      need(relation, outputColumns(relation) ?? []);
    const columns = needed.get(relation) ?? read;
    if (isIdle(relation, columns)) {
      idle.add(relation);
      need(relation.left, columns);
    } else {
      const below = readBy(relation, columns);
      for (const input of inputsOf(relation)) need(input, below);
    }
  }
  return { order, needed, idle };
}

function narrowedTo(relation: Relation, { order, needed, idle }: Needs): Relation {
  const made = new Map<Relation, Relation>();
  for (const relation of order) {
    const columns = needed.get(relation) ?? new Set<string>();
    const without =
      relation.kind === "join" && idle.has(relation) ? made.get(relation.left) : undefined;
    made.set(relation, without ?? narrowedBy(relation, columns, (input) => made.get(input)));
  }
  return made.get(relation) ?? relation;
}

type Join = Extract<Relation, { kind: "join" }>;

/** Whether a join gives the rows of its left side, each once, and nothing of its right side is read. */
function isIdle(relation: Relation, needed: ReadonlySet<string>): relation is Join {
  if (relation.kind !== "join" || relation.type !== "left") return false;
  const columns = outputColumns(relation.right);
  return (
    columns?.every((name) => !needed.has(name)) === true &&
    isUniqueBy(
      relation.right,
      relation.on.map(([, right]) => right),
    )
  );
}

/** Whether no two rows of a relation agree in all of these columns, as far as how it is made tells. */
function isUniqueBy(relation: Relation, names: readonly string[]): boolean {
  switch (relation.kind) {
    case "source":
      return false;
    case "select": {
      const values = new Map<string, Expression>(relation.columns);
      const read = names.flatMap((name) => {
        const value = values.get(name);
        return value?.kind === "column" ? [value.name] : [];
      });
      return isUniqueBy(relation.from, read);
    }
    case "group":
      return relation.keys.every((key) => names.includes(key));
    case "join":
      return (
        isUniqueBy(relation.left, names) &&
        isUniqueBy(
          relation.right,
          relation.on.map(([, right]) => right),
        )
      );
    case "repeat":
      return names.includes(relation.alias) && isUniqueBy(relation.from, names);
    default:
      return relation satisfies never;
  }
}

/** The columns that a relation reads of those below it, where it gives only what is needed. */
function readBy(relation: Relation, needed: ReadonlySet<string>): Iterable<string> {
  switch (relation.kind) {
    case "source":
      return [];
    case "select": {
      const { where, orderBy } = relation;
      const sorted = orderBy.map(({ by }) => by);
      const values = keptOf(relation.columns, needed).map(([, value]) => value);
      return [...values, ...sorted, ...(where ? [where] : [])].flatMap((e) => [...columnsOf(e)]);
    }
    case "group": {
      const { keys, having } = relation;
      const values = aggregatesOf(relation, needed).map(([, value]) => value);
      const read = [...values, ...(having ? [having] : [])].flatMap((e) => [...columnsOf(e)]);
      return [...keys, ...read];
    }
    case "join":
      return [...needed, ...relation.on.flat()];
    case "repeat":
      return [...needed].filter((name) => name !== relation.alias);
    default:
      return relation satisfies never;
  }
}

function narrowedBy(
  relation: Relation,
  needed: ReadonlySet<string>,
  madeOf: (input: Relation) => Relation | undefined,
): Relation {
  const made = (input: Relation): Relation => madeOf(input) ?? input;
  switch (relation.kind) {
    case "source":
      return relation;
    case "select":
      return { ...relation, from: made(relation.from), columns: keptOf(relation.columns, needed) };
    case "group":
      return { ...relation, from: made(relation.from), columns: aggregatesOf(relation, needed) };
    case "join":
      return { ...relation, left: made(relation.left), right: made(relation.right) };
    case "repeat":
      return { ...relation, from: made(relation.from) };
    default:
      return relation satisfies never;
  }
}

/** A SELECT has one column at least. */
function keptOf(columns: readonly Named[], needed: ReadonlySet<string>): readonly Named[] {
  const kept = columns.filter(([alias]) => needed.has(alias));
  return kept.length > 0 ? kept : columns.slice(0, 1);
}

const aggregatesOf = (
  { keys, columns }: Extract<Relation, { kind: "group" }>,
  needed: ReadonlySet<string>,
): readonly Named[] =>
  keys.length > 0 ? columns.filter(([alias]) => needed.has(alias)) : keptOf(columns, needed);

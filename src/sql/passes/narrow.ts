import { columnsOf } from "../columns.js";
import { inputsOf, type Named, type Relation } from "../relation.js";

/**
 * A relation that gives the named columns and computes nothing that only others need. Rows stay what
 * they are, and what stood twice still stands once in two places, so that it is read once.
 */
export function narrowed(relation: Relation, wanted: Iterable<string>): Relation {
  const order = readersFirst(relation);
  const needed = new Map(order.map((each) => [each, new Set<string>()]));
  const need = (of: Relation, names: Iterable<string>): void => {
    for (const name of names) needed.get(of)?.add(name);
  };
  need(relation, wanted);
  for (const each of order) {
    const read = readBy(each, needed.get(each) ?? new Set());
    for (const input of inputsOf(each)) need(input, read);
  }
  const made = new Map<Relation, Relation>();
  for (const each of order.toReversed()) {
    made.set(
      each,
      without(each, needed.get(each) ?? new Set(), (input) => made.get(input)),
    );
  }
  return made.get(relation) ?? relation;
}

/** Every relation once, after all that read it. */
function readersFirst(root: Relation): readonly Relation[] {
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (seen.has(relation)) return;
    inputsOf(relation).forEach(visit);
    seen.add(relation);
  };
  visit(root);
  return [...seen].reverse();
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
    default:
      return relation satisfies never;
  }
}

function without(
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

import { InternalError } from "../errors.js";
import { outputColumns } from "./columns.js";
import type { Plan, PlanType } from "./engine.js";
import type { ValueType } from "./expression.js";
import { withoutIdleJoins } from "./passes/narrow.js";
import type { Relation } from "./relation.js";
import { columnTypes } from "./type-of.js";

/**
 * The statement that gives a relation's rows. Names and types of its columns follow from the relation; only
 * where a column is one of the source's own, as it is, `declared` says its type. The names are part of the
 * plan's type, so that reading a column that it does not give does not compile; where names are made at
 * run time the compiler knows them as `string`, and a wrong one throws. Throws InternalError where a type is
 * not known or is not one that comes back (BOOLEAN, DATE).
 *
 * @example
 * const found = await collect(engine, plan("duplicates", group(twice, [], [["found", count()]])));
 * found.number("found"); // 3
 * found.number("fuond"); // does not compile
 */
export function plan<Name extends string>(
  purpose: string,
  relation: Relation<Name>,
  declared?: Readonly<Partial<Record<NoInfer<Name>, PlanType>>>,
): Plan<Name> {
  const names = outputColumns(relation);
  if (names === undefined || relation.kind === "source") {
    throw new InternalError(`Expected the relation of "${purpose}" to name its columns.`);
  }
  const types = columnTypes(relation);
  const declarations = new Map<string, PlanType | undefined>(Object.entries(declared ?? {}));
  const columns = names.map((name) => {
    const type = types.get(name) ?? declarations.get(name);
    if (declarations.get(name) !== undefined && declarations.get(name) !== type) {
      throw new InternalError(
        `Expected "${name}" of "${purpose}" to be ${type}, as its relation says, but ${declarations.get(name)} is declared.`,
      );
    }
    return { name: name as Name, type: planType(type, name, purpose) };
  });
  return Object.freeze({
    purpose,
    relation: withoutIdleJoins(relation, names) as typeof relation,
    columns,
  });
}

function planType(type: ValueType | undefined, name: string, purpose: string): PlanType {
  if (type === "double" || type === "bigint" || type === "text") return type;
  throw new InternalError(
    `Expected "${name}" of "${purpose}" to be DOUBLE, BIGINT or text, but it is ${type ?? "of a type that only the engine knows"}. Cast it.`,
  );
}

import { EngineError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { rowsInMemory, tableInMemory } from "../../sql/dialects/duckdb.js";
import type { CallOptions, Plan } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { printPlan } from "../../sql/print.js";
import {
  from,
  inputsOf,
  type Keep,
  type Named,
  type Relation,
  type SourceRef,
  select,
} from "../../sql/relation.js";

type KeptSelect = Extract<Relation, { kind: "select" }> & { readonly keep: Keep };

/** What progress calls the statement that holds rows, apart from that which reads them. */
const readBySeveral = "rows that several statements read";

type Run = (
  sql: string,
  purpose: string,
  call: CallOptions,
) => Promise<readonly (readonly unknown[])[]>;

export interface Keeper {
  prepared(plan: Plan, call: CallOptions): Promise<Plan>;
  release(keep: Keep): Promise<void>;
}

/** So many rows are held at most, some 800 MB; of more, every statement reads the source again. */
const mostRows = 8_000_000;

export function createKeeper(run: Run, dialect: Dialect, most: number = mostRows): Keeper {
  const rowsOfKeep = new Map<Keep, Map<string, Promise<SourceRef | undefined>>>();
  let tables = 0;
  const hold = async (
    sql: string,
    purpose: string,
    call: CallOptions,
  ): Promise<SourceRef | undefined> => {
    const ref = tableInMemory(`kept_${tables++}`);
    const name = dialect.source(ref);
    try {
      await run(`ATTACH IF NOT EXISTS ':memory:' AS ${rowsInMemory}`, purpose, call);
      const rows = `SELECT * FROM (\n${sql}\n) AS s LIMIT ${most + 1}`;
      const [[count = 0] = []] = await run(`CREATE TABLE ${name} AS ${rows}`, readBySeveral, call);
      if (Number(count) <= most) return ref;
      await run(`DROP TABLE ${name}`, purpose, call);
    } catch (error) {
      if (error instanceof EngineError && error.failure === "cancelled") throw error;
      // The statement itself says what is wrong with the rows; a database that is read-only holds none.
    }
    return undefined;
  };
  /** The relation, reading what is held; rows that are held may themselves be read from others that are. */
  const placed = async (root: Relation, purpose: string, call: CallOptions): Promise<Relation> => {
    const places = new Map<Relation, Relation>();
    for (const node of keptIn(root)) {
      const bySql = rowsOfKeep.get(node.keep) ?? new Map<string, Promise<SourceRef | undefined>>();
      rowsOfKeep.set(node.keep, bySql);
      const sql = printed(node, purpose, dialect);
      const inside = async (): Promise<KeptSelect> => {
        const from = await placed(node.from, purpose, call);
        return from === node.from ? node : { ...node, from };
      };
      const holding =
        bySql.get(sql) ??
        inside().then((read) => hold(printed(read, purpose, dialect), purpose, call));
      bySql.set(sql, holding);
      holding.catch(() => bySql.delete(sql));
      const ref = await holding;
      const place = ref === undefined ? await inside() : read(node, ref);
      if (place !== node) places.set(node, place);
    }
    return places.size === 0 ? root : replaced(root, places);
  };
  return {
    async prepared(plan, call) {
      const relation = await placed(plan.relation, plan.purpose, call);
      return relation === plan.relation ? plan : { ...plan, relation };
    },
    async release(keep) {
      const bySql = rowsOfKeep.get(keep) ?? new Map<string, Promise<SourceRef | undefined>>();
      rowsOfKeep.delete(keep);
      for (const holding of bySql.values()) {
        const ref = await holding.catch(() => undefined);
        if (ref !== undefined) await run(`DROP TABLE ${dialect.source(ref)}`, "release", {});
      }
    },
  };
}

const namesOf = ({ columns }: KeptSelect): readonly string[] => columns.map(([name]) => name);

/** Types do not matter to what is printed. */
const printed = (node: KeptSelect, purpose: string, dialect: Dialect): string =>
  printPlan(
    {
      purpose,
      relation: node,
      columns: namesOf(node).map((name) => ({ name, type: "double" as const })),
    },
    dialect,
  );

const read = (node: KeptSelect, ref: SourceRef): Relation =>
  select(
    from(ref),
    namesOf(node).map((name): Named => [name, column(name)]),
  );

function keptIn(root: Relation): readonly KeptSelect[] {
  const relations = new Set<Relation>();
  const nodes: KeptSelect[] = [];
  const visit = (relation: Relation): void => {
    if (relations.has(relation)) return;
    relations.add(relation);
    if (isKept(relation)) nodes.push(relation);
    else inputsOf(relation).forEach(visit);
  };
  visit(root);
  return nodes;
}

const isKept = (relation: Relation): relation is KeptSelect =>
  relation.kind === "select" && relation.keep !== undefined;

/** The relation with some of its parts in the place of others; what stood twice still stands once. */
function replaced(root: Relation, places: ReadonlyMap<Relation, Relation>): Relation {
  const made = new Map(places);
  const visit = (relation: Relation): Relation => {
    const copy = made.get(relation);
    if (copy !== undefined || relation.kind === "source") return copy ?? relation;
    const next: Relation =
      relation.kind === "join"
        ? { ...relation, left: visit(relation.left), right: visit(relation.right) }
        : { ...relation, from: visit(relation.from) };
    made.set(relation, next);
    return next;
  };
  return visit(root);
}

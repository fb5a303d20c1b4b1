import { EngineError } from "../../errors.js";
import { showCount } from "../../numeric/show-number.js";
import type { Dialect } from "../../sql/dialect.js";
import type { Batch, CallOptions, Plan } from "../../sql/engine.js";
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
  sourcesIn,
} from "../../sql/relation.js";
import { notHeld } from "../../sql/run/not-held.js";

type KeptSelect = Extract<Relation, { kind: "select" }> & { readonly keep: Keep };

/** How an engine holds rows: as a table that nobody else reads. */
export interface RowHolder {
  readonly dialect: Dialect;
  /** Makes a table of a statement's rows, or says why there is none. What fails holds none. */
  hold(sql: string, purpose: string, call: CallOptions): Promise<SourceRef | NotHeld>;
  drop(table: SourceRef): Promise<void>;
}

/** Why rows are not held, as a clause: "they are more than 32,000,000". */
export interface NotHeld {
  readonly why: string;
}

export const moreThan = (most: number): NotHeld => ({
  why: `they are more than ${showCount(most)}`,
});

/** Holds the rows that statements say to keep, and reads them in the place of their source. */
export interface Keeper {
  /** The plan over tables of the rows that it says to keep, which are made where they are not there. */
  prepared(plan: Plan, call: CallOptions): Promise<Plan>;
  /** The batches of a plan. Where a table that it reads is gone before the first batch, it is made again, once. */
  read(
    plan: Plan,
    call: CallOptions,
    query: (plan: Plan) => AsyncIterable<Batch>,
  ): AsyncIterable<Batch>;
  /** Drops the tables of one use of an engine, or of all. */
  release(keep?: Keep): Promise<void>;
}

/** So many rows are held at most where what memory does not hold goes to disk; of more, every statement reads the source again. */
export const mostRowsOnDisk = 32_000_000;

/** What progress calls the statement that holds rows, apart from that which reads them. */
export const readBySeveral = "rows that several statements read";

type Holding = Promise<SourceRef | undefined>;

export function keeperOf({ dialect, hold, drop }: RowHolder): Keeper {
  const tablesOfKeep = new Map<Keep, Map<string, Holding>>();
  const { lacks, tell } = toSayOnce();
  const heldBy = async (sql: string, purpose: string, call: CallOptions): Holding => {
    try {
      const held = await hold(sql, purpose, call);
      if (!("why" in held)) return held;
      lacks(held);
    } catch (error) {
      if (!(error instanceof EngineError) || error.failure === "cancelled") throw error;
      // The statement itself says what is wrong with the rows; an engine that may not hold them reads them again.
      lacks({ why: error.message });
    }
    return undefined;
  };
  /** The relation, reading what is held; rows that are held may themselves be read from others that are. */
  const placed = async (root: Relation, purpose: string, call: CallOptions): Promise<Relation> => {
    const places = new Map<Relation, Relation>();
    for (const node of keptIn(root)) {
      const bySql = tablesOfKeep.get(node.keep) ?? new Map<string, Holding>();
      tablesOfKeep.set(node.keep, bySql);
      const sql = printed(node, purpose, dialect);
      const inside = async (): Promise<KeptSelect> => {
        const from = await placed(node.from, purpose, call);
        return from === node.from ? node : { ...node, from };
      };
      const holding =
        bySql.get(sql) ??
        inside().then((rows) => heldBy(printed(rows, purpose, dialect), purpose, call));
      bySql.set(sql, holding);
      holding.catch(() => bySql.delete(sql));
      const table = await holding;
      const place = table === undefined ? await inside() : rowsOf(node, table);
      if (place !== node) places.set(node, place);
    }
    return places.size === 0 ? root : replaced(root, places);
  };
  const prepared = async (plan: Plan, call: CallOptions): Promise<Plan> => {
    const relation = await placed(plan.relation, plan.purpose, call);
    return relation === plan.relation ? plan : { ...plan, relation };
  };
  const isHeld = async (tables: readonly SourceRef[]): Promise<boolean> => {
    const holdings = [...tablesOfKeep.values()].flatMap((bySql) => [...bySql.values()]);
    const held = await Promise.all(holdings.map((holding) => holding.catch(() => undefined)));
    return held.some((table) => table !== undefined && tables.includes(table));
  };
  const release = async (keep?: Keep): Promise<void> => {
    const uses = keep === undefined ? [...tablesOfKeep.keys()] : [keep];
    for (const use of uses) {
      const holdings = [...(tablesOfKeep.get(use)?.values() ?? [])];
      tablesOfKeep.delete(use);
      // The last one made may be read from those before.
      for (const holding of holdings.reverse()) {
        const table = await holding.catch(() => undefined);
        if (table !== undefined) await drop(table).catch(() => undefined);
      }
    }
  };
  return {
    prepared,
    async *read(plan, call, query) {
      const place = await prepared(plan, call);
      let hasBegun = false;
      try {
        for await (const batch of query(place)) {
          if (!hasBegun) tell(call);
          hasBegun = true;
          yield batch;
        }
      } catch (error) {
        const isMissing = error instanceof EngineError && error.failure === "missing";
        if (hasBegun || place === plan || !isMissing) throw error;
        // With a session all its tables are gone; another statement may have noticed before.
        if (await isHeld(sourcesIn(place.relation))) await release();
        yield* query(await prepared(plan, call));
      }
    },
    release,
  };
}

/** Reasons why rows are not held, each said once, when a statement has shown that it runs without. */
function toSayOnce() {
  const isSaid = new Map<string, boolean>();
  return {
    lacks: ({ why }: NotHeld): void => void isSaid.set(why, isSaid.get(why) ?? false),
    tell: ({ onProgress }: CallOptions): void => {
      for (const [why, said] of isSaid) {
        if (!said) onProgress?.(notHeld(readBySeveral, why));
        isSaid.set(why, true);
      }
    },
  };
}

/** The batches of a plan, by a keeper where the engine has one. */
export const readBy = (
  keeper: Keeper | undefined,
  plan: Plan,
  call: CallOptions,
  query: (plan: Plan) => AsyncIterable<Batch>,
): AsyncIterable<Batch> => (keeper === undefined ? query(plan) : keeper.read(plan, call, query));

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

const rowsOf = (node: KeptSelect, table: SourceRef): Relation =>
  select(
    from(table),
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

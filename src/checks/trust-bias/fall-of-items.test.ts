import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { comparisonOf, plainWorld } from "../../../test/fixture/session-worlds.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { takeTally } from "../../evaluate/take-tally.js";
import { createRandom } from "../../random/create-random.js";
import type { Engine } from "../../sql/engine.js";
import type { Row } from "../../sql/interpreter/value.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { readStudy } from "../../study/read-study.js";
import { slopesOfItems } from "../../tally/comparisons/comparison-shapes.js";
import type { Comparison } from "../comparison.js";
import { tableOf } from "../tables.js";
import { lostAt, mostFallOfItems, ordinaryFall } from "../trust-falls.js";
import { trustBias } from "./trust-bias.js";

const slots = 6;
const curve = Array.from({ length: slots }, (_, at) => 0.8 ** at);
const columns: readonly SourceColumn[] = [
  ...["session", "user", "position", "item", "rank_a"].map(
    (name) => ({ name, type: "bigint" }) as const,
  ),
  { name: "like", type: "double" },
];

interface Told {
  /** By which share the rewards of a view fall a rank. */
  readonly fall: number;
  /** How far an item's relevance differs from session to session, as the ranker knows. */
  readonly context?: number;
  /** How much later the candidate shows what earns more. */
  readonly worse?: number;
}

const relevanceOf = (item: number): number => 0.1 + 0.3 * ((item * 0.618034) % 1);

/** Viewed rows of items that users see at several ranks. */
function rowsOf(seed: string, { fall, context = 0, worse = 0.15 }: Told): readonly Row[] {
  const random = createRandom(`items ${seed}`);
  return Array.from({ length: 2500 }, (_, session) => {
    const items = Array.from({ length: slots }, (_, at) => {
      const item = 12 * at + Math.floor(12 * random.next());
      const factor = Math.exp(context * (2 * random.next() - 1));
      const score = random.next() + (context > 0 ? Math.log(factor) : 0);
      const rate = relevanceOf(item) * factor;
      return { item, rate, score, other: score - worse * rate + 0.3 * random.next() };
    });
    const placeOf = (score: "score" | "other") => {
      const order = items.toSorted((a, b) => b[score] - a[score]);
      return (item: (typeof items)[number]): number => 1 + order.indexOf(item);
    };
    const [logged, candidate] = [placeOf("score"), placeOf("other")];
    let depth = 1;
    while (depth < slots && random.next() < 0.8) depth++;
    return items
      .filter((item) => logged(item) <= depth)
      .map((item) => ({
        session: BigInt(session),
        user: BigInt(session % 900),
        position: BigInt(logged(item)),
        rank_a: BigInt(candidate(item)),
        item: BigInt(item.item),
        like: random.next() < item.rate * (1 - fall) ** (logged(item) - 1) ? 1 : 0,
      }));
  }).flat();
}

const studyOf = (log: object = {}) =>
  readStudy(
    smallStudy({
      log: {
        item: "item",
        rewards: { like: "like" },
        exposure: { curve: { table: curve } },
        ...log,
      },
      policies: { a: { rank: "rank_a" } },
      estimators: ["dcg"],
    }),
  );

/** The fall a rank that the tables of a log say, to first order. */
async function fallIn(rows: readonly Row[]): Promise<number> {
  const { tables } = await takeTally(studyOf(), { engine: inMemory(rows, columns) });
  const total = (name: string): number => {
    const column = tables[slopesOfItems.name]?.columns[name];
    let sum = 0;
    for (const part of [column?.hi, column?.lo]) for (const value of part ?? []) sum += value;
    return sum;
  };
  return -total("0 turn") / total("0 spread");
}

/** The same from rows: each about the means of its item. */
function withinItems(rows: readonly Row[]): { readonly fall: number; readonly se: number } {
  const items = new Map<unknown, { rank: number; like: number }[]>();
  for (const { item, position, like } of rows) {
    const own = items.get(item) ?? [];
    own.push({ rank: Number(position), like: Number(like) });
    items.set(item, own);
  }
  let [turn, spread] = [0, 0];
  for (const own of items.values()) {
    const rank = own.reduce((sum, row) => sum + row.rank, 0) / own.length;
    const rate = own.reduce((sum, row) => sum + row.like, 0) / own.length;
    for (const row of own) {
      turn += (row.rank - rank) * row.like;
      spread += (row.rank - rank) ** 2 * rate;
    }
  }
  return { fall: -turn / spread, se: 1 / Math.sqrt(spread) };
}

describe("how the rewards of an item fall by rank", () => {
  it("is about what rows say, whatever their order", async () => {
    for (const fall of inTurn([0, 0.05, 0.1], 3)) {
      const rows = rowsOf("reference", { fall, ...(fall > 0 && { worse: 0 }) });
      const found = await fallIn(rows);
      const { fall: plain, se } = withinItems(rows);
      expect(Math.abs(found - plain)).toBeLessThan(se);
      expect(Math.abs(found - fall)).toBeLessThan(3 * se + fall * fall * slots);
      expect(await fallIn(rows.toReversed())).toBe(found);
    }
  });

  it("is that of rows with an item, where groups of users have none", async () => {
    const rows = rowsOf("reference", { fall: 0 });
    const isNamed = ({ user }: Row): boolean => Number(user) < 12;
    const found = await fallIn(rows.map((row) => (isNamed(row) ? row : { ...row, item: null })));
    const { fall, se } = withinItems(rows.filter(isNamed));
    expect(Math.abs(found - fall)).toBeLessThan(2 * se);
  });

  it("is more than trust makes it where the ranker knows what suits a session", async () => {
    const rows = rowsOf("context", { fall: 0.02, context: 0.6 });
    expect(await fallIn(rows)).toBeGreaterThan(0.04);
  });
});

describe("what is asked of items", () => {
  const purposesOf = async (rows: readonly Row[], log: object = {}) => {
    const engine = inMemory(rows, columns);
    const purposes: string[] = [];
    const query: Engine["query"] = (plan, options) => {
      purposes.push(plan.purpose);
      return engine.query(plan, options);
    };
    await evaluate(studyOf(log), { engine: { ...engine, query } });
    return purposes.filter((purpose) => purpose === "slopes of items");
  };

  it("is asked where a call may rest on there being no trust, and else not", async () => {
    const small = rowsOf("asked", { fall: 0 });
    expect(await purposesOf(small)).toHaveLength(1);
    expect(await purposesOf(small, { item: null })).toHaveLength(0);
    const trust = { fallsBy: 0 };
    expect(await purposesOf(small, { exposure: { curve: { table: curve }, trust } })).toEqual([]);
    expect(await purposesOf(rowsOf("sure", { fall: 0, worse: 8 }))).toEqual([]);
  });
});

describe("a call that an ordinary fall loses", () => {
  const rate = 0.3;
  const shuffled = (rank: number, chance: number): number =>
    ((rank - 1 + Math.floor(chance * 4)) % 10) + 1;
  const plain = comparisonOf(
    { ...plainWorld, sessions: 4000, rewards: Array<number>(10).fill(rate), target: shuffled },
    "calls",
  );
  const lost: Comparison = { ...plain, se: plain.se / 10, difference: -0.22 * plain.se };

  /** The comparison of a log whose items lose so much a rank, give or take an error. */
  function told(fall: number, error: number): Comparison {
    const groups = Array.from({ length: 32 }, (_, at) => ({
      turn: Float64Array.of(-fall - error * Math.sqrt(32) * (at % 2 === 0 ? 1 : -1)),
      spread: Float64Array.of(1),
    }));
    const itemSlope = { cells: 1, groups };
    const rewards = { r: { ...tableOf(lost.log.rewards, "r"), itemSlope } };
    return { ...lost, log: { ...lost.log, rewards } };
  }

  it("stands where items lose less", () => {
    const { fall = 0 } = lostAt(lost) ?? {};
    expect(fall).toBeLessThan(ordinaryFall);
    expect(trustBias.examine(lost)).toMatchObject({ effect: "cannotTell", applies: true });
    const comparison = told(0, fall / 4);
    expect(mostFallOfItems(comparison)).toBeCloseTo(fall / 2, 2);
    const found = trustBias.examine(comparison);
    expect(found).toMatchObject({ effect: "watch", applies: false });
    expect(found.message).toContain("those of the same item fall by");
    for (const [own, error] of [
      [fall, fall / 4],
      [0, fall],
    ] as const)
      expect(trustBias.examine(told(own, error))).toMatchObject({ effect: "cannotTell" });
  });
});

import { describe, expect, it } from "vitest";
import { evaluate, type Result } from "../src/evaluate/index.js";
import { createRandom } from "../src/random/index.js";
import type { Row } from "../src/sql/index.js";
import { estimateOf, inMemory } from "./fixture/small-study.js";

/** A log of lists that are viewed from the top: after each view 4 of 5 go on. */
interface Lists {
  readonly sessions: number;
  readonly length: number;
  /** Chance of the reward of the item that the logging policy puts at a rank. */
  readonly earns: (rank: number) => number;
  /** The candidate's rank of that item, by one number a session; null: not shown. */
  readonly target: (rank: number, chance: number) => number | null;
}

const goesOn = 0.8;

function drawRows({ sessions, length, earns, target }: Lists, seed: string): readonly Row[] {
  const random = createRandom(`declared lists ${seed}`);
  return Array.from({ length: sessions }, (_, session) => {
    const chance = random.next();
    const rows: Row[] = [];
    for (let rank = 1; rank === 1 || (rank <= length && random.next() < goesOn); rank++) {
      const placed = target(rank, chance);
      rows.push({
        session: BigInt(session),
        position: BigInt(rank),
        length: BigInt(length),
        like: random.next() < earns(rank) ? 1 : 0,
        rank_new: placed === null ? null : BigInt(placed),
      });
    }
    return rows;
  }).flat();
}

const types = { session: "bigint", position: "bigint", length: "bigint", rank_new: "bigint" };
const columns = [
  ...Object.entries(types).map(([name]) => ({ name, type: "bigint" as const })),
  { name: "like", type: "double" as const },
];

interface Said {
  readonly log?: object;
  readonly candidate?: object;
  readonly rest?: object;
}

function ask(rows: readonly Row[], { log = {}, candidate = {}, rest = {} }: Said = {}) {
  const study = {
    log: {
      source: { table: "log" },
      trajectory: "session",
      rank: "position",
      listLength: "length",
      rewards: ["like"],
      exposure: { curve: { model: "geometric", gamma: goesOn } },
      ...log,
    },
    policies: { candidate: { rank: "rank_new", ...candidate } },
    estimators: ["dcg"],
    ...rest,
  };
  return evaluate(study, { engine: inMemory(rows, columns) });
}

const verdictOf = ({ verdicts }: Result) => verdicts[0]?.verdict;
const findingOf = ({ verdicts }: Result, danger: string) =>
  verdicts[0]?.survives?.find((each) => each.danger === danger);

/** In three lists of four a new item stands at slot 4, and the items below it move down. */
const withNewItem: Lists = {
  sessions: 3000,
  length: 6,
  earns: () => 0.1,
  target: (rank, chance) => (rank < 4 || chance < 0.25 ? rank : rank + 1),
};

describe("log.listLength", () => {
  it("as a number says what a column with that number says", async () => {
    const rows = drawRows({ ...withNewItem, sessions: 300, target: (rank) => 7 - rank }, "number");
    const [column, number] = [await ask(rows), await ask(rows, { log: { listLength: 6 } })];
    const numbers = ({ estimates, differences, verdicts }: Result) => ({
      estimates,
      differences,
      verdicts,
    });
    expect(numbers(number)).toEqual(numbers(column));
    await expect(ask(rows, { log: { listLength: 4 } })).rejects.toThrow(
      'column "position" must hold nothing above log.listLength, which is 4',
    );
  });
});

describe("a target rank beyond the end of the list", () => {
  const earns = [0.5, 0.2, 0.2];
  const moved: Lists = {
    sessions: 1500,
    length: 3,
    earns: (rank) => earns[rank - 1] ?? 0,
    // The third slot is for an item that the log does not hold.
    target: (rank) => (rank === 1 ? 4 : rank - 1),
  };
  const rows = drawRows(moved, "beyond");
  const rest = { estimators: ["mean", "dcg", "snips", "ndcg"] };
  const warnedOf = ({ warnings }: Result) =>
    warnings.find(({ code }) => code === "targetBeyondList")?.facts;

  it("has exposure 0, as an item that is not shown, and is counted", async () => {
    const result = await ask(rows, { rest });
    const value = estimateOf(result, { policy: "candidate", estimator: "dcg" });
    const truth = 0.2 + goesOn * 0.2;
    expect(Math.abs(value.value - truth)).toBeLessThan(4 * value.se);
    const none = rows.map((row) => (row.rank_new === 4n ? { ...row, rank_new: null } : row));
    const same = await ask(none, { rest });
    expect(result.estimates).toEqual(same.estimates);
    expect(result.differences).toEqual(same.differences);
    expect(warnedOf(result)).toEqual({ policy: "candidate", rows: moved.sessions });
    expect(warnedOf(same)).toBeUndefined();
  });

  it("is counted among the trajectories that are left, where some break a rule", async () => {
    const broken = rows.map((row) => (row.session === 0n ? { ...row, rank_new: 0n } : row));
    const result = await ask(broken, { log: { invalid: "excludeTrajectories" } });
    expect(warnedOf(result)).toEqual({ policy: "candidate", rows: moved.sessions - 1 });
  });

  it("is a rank like others where the length of lists is not known", async () => {
    const result = await ask(rows, { log: { listLength: undefined } });
    expect(warnedOf(result)).toBeUndefined();
  });
});

describe("rewards.<name>.unlogged", () => {
  const rows = drawRows(withNewItem, "unlogged");
  const rewards = (unlogged: object) => ({
    log: { rewards: { like: { column: "like", better: "lower", ...unlogged } } },
  });

  it("bounds what views that the log does not hold may earn, and the line says so", async () => {
    const open = await ask(rows, rewards({}));
    expect(verdictOf(open)).toBe("cannotTell");
    expect(findingOf(open, "support")?.message).toContain("is assumed possible (unlogged)");
    const stated = await ask(rows, rewards({ unlogged: { min: 0, max: 0.001 } }));
    expect(verdictOf(stated)).toBe("better");
    expect(findingOf(stated, "support")?.facts.assumed).toEqual([0, 0.001]);
    expect(findingOf(stated, "support")?.message).toContain("is what the study allows (unlogged)");
  });
});

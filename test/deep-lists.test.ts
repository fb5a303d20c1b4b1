import { describe, expect, it } from "vitest";
import type { Result, Verdict } from "../src/evaluate/conclude/result.js";
import { createRandom } from "../src/random/create-random.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { inTurn, isInTurn, repetitions } from "./fixture/property.js";
import { evaluateRows, smallStudy } from "./fixture/small-study.js";

/** Ranks of six places for items in a list; deep ones end their bins, so that no two ranks of one bin differ. */
const [near, deep, deepest] = [
  [1, 2, 3, 4, 5, 6],
  [1, 2, 3, 594, 689, 800],
  [1, 2, 3, 594, 800, 9061],
] as const;

interface ListWorld {
  readonly likes: readonly number[];
  /** The place of an item under the candidate, by its own from 0; null: not shown. */
  readonly target: readonly (number | null)[];
  readonly goesOn: number;
  /** p of the study by place. */
  readonly curve: readonly number[];
  readonly better?: "higher" | "lower";
}

const clean: ListWorld = {
  likes: [0.1, 0.1, 0.1, 0.1, 0.4, 0.1],
  target: [4, 1, 2, 3, 0, 5],
  goesOn: 0.8,
  curve: [1, 0.8, 0.64, 0.512, 0.4096, 0.32768],
};
/** One item of each list is new, in the place of one that is complained of. */
const fresh: ListWorld = { ...clean, target: [0, 1, 2, 3, null, 5], better: "lower" };
/** All items are alike, and the curve of the study is too steep. */
const steep: ListWorld = {
  ...clean,
  likes: Array<number>(6).fill(0.25),
  target: [4, 1, 2, 3, 0, 5],
  curve: [1, 0.6, 0.36, 0.216, 0.13, 0.078],
};

function rowsOf(world: ListWorld, ranks: readonly number[], seed: string): readonly Row[] {
  const random = createRandom(`deep ${seed}`);
  return Array.from({ length: 1500 }, (_, session) => {
    const rows: Row[] = [];
    for (const [place, rank] of ranks.entries()) {
      const target = world.target[place];
      const placed = target == null ? null : BigInt(ranks[target] ?? 0);
      const like = random.next() < (world.likes[place] ?? 0) ? 1 : 0;
      const copied = BigInt(rank);
      rows.push({
        session: BigInt(session + 1),
        user: BigInt(session + 1),
        position: BigInt(rank),
        rank_a: placed,
        copied,
        like,
      });
      if (!(random.next() < world.goesOn)) break;
    }
    return rows;
  }).flat();
}

function ask(
  world: ListWorld,
  ranks: readonly number[],
  seed = "1",
  of: { readonly policy?: string; readonly estimators?: readonly string[] } = {},
): Promise<Result> {
  const table = ranks.flatMap((rank, place) =>
    Array<number>(rank - (ranks[place - 1] ?? 0)).fill(world.curve[place] ?? 0),
  );
  const study = smallStudy({
    log: {
      rewards: { like: { column: "like", better: world.better ?? "higher" } },
      exposure: { curve: { table } },
    },
    policies: { a: { rank: of.policy ?? "rank_a" } },
    estimators: of.estimators ?? ["dcg"],
  });
  return evaluateRows(study, rowsOf(world, ranks, seed));
}

const verdictIn = ({ verdicts }: Result): Verdict => {
  const found = verdicts.find(({ policy }) => policy === "a");
  if (found === undefined) throw new Error("no verdict");
  return found;
};

const effects = ({ checks = [] }: Verdict): Readonly<Record<string, string>> =>
  Object.fromEntries(checks.map(({ check, effect }) => [check, effect]));

/** A short run tries one of four like cases. */
const shares = repetitions(4, 1);

describe("items at ranks beyond 512", () => {
  it("are called as the same items at the first ranks", async () => {
    const shallow = verdictIn(await ask(clean, near));
    expect(shallow.verdict).toBe("better");
    for (const ranks of inTurn([deep, deepest], 2)) {
      const alone = verdictIn(await ask(clean, ranks));
      expect(alone).toMatchObject({ verdict: "better", reason: { code: "intervalAboveZero" } });
      expect(alone.value).toBeCloseTo(shallow.value ?? 0, 12);
      expect(Object.values(effects(alone)).every((effect) => effect === "none")).toBe(true);
    }
  });

  it.runIf(isInTurn(0, shares))(
    "are missed where the candidate shows others in their place",
    async () => {
      const { verdict, reason } = verdictIn(await ask(fresh, deep));
      expect([verdict, reason.code]).toEqual(["cannotTell", "support"]);
      expect(reason.message).toContain("slot 657–689 is filled in");
    },
  );

  it.runIf(isInTurn(1, shares))(
    "are not called identical where they change places within a bin of the tables",
    async () => {
      const within = [1, 2, 513, 520, 530, 538];
      const swap = { ...clean, target: [0, 1, 4, 3, 2, 5] };
      const moved = verdictIn(await ask(swap, within));
      expect([moved.verdict, moved.reason.code]).toEqual(["better", "intervalAboveZero"]);
      const same = await ask(clean, within, "1", { policy: "copied", estimators: ["snips"] });
      expect(verdictIn(same).reason.code).toBe("identical");
    },
  );

  it.runIf(isInTurn(2, shares))(
    "keep their call where they come from the first rank of a bin, with no views before it",
    async () => {
      const within = [1, 2, 513, 520, 530, 538];
      const up = { ...clean, likes: [0.1, 0.1, 0.4, 0.1, 0.1, 0.1], target: [2, 1, 0, 3, 4, 5] };
      const { verdict, reason } = verdictIn(await ask(up, within));
      expect([verdict, reason.code]).toEqual(["better", "intervalAboveZero"]);
    },
  );

  it.runIf(isInTurn(3, shares))("show that a curve is wrong, as the first ranks do", async () => {
    let calls = 0;
    const seeds = repetitions(1, 12);
    for (let seed = 1; seed <= seeds; seed++) {
      for (const ranks of inTurn([deep, near], 2)) {
        const { verdict, alternatives } = verdictIn(await ask(steep, ranks, `${seed}`));
        expect(alternatives?.find(({ role }) => role === "lead")?.check).toBe("curve");
        if (verdict !== "cannotTell") calls++;
      }
    }
    expect(calls).toBeLessThanOrEqual(0.1 * seeds);
  });
});

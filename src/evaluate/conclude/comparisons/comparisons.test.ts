import { describe, expect, it } from "vitest";
import { isInTurn, repetitions } from "../../../../test/fixture/property.js";
import { evaluateRows, smallStudy, table } from "../../../../test/fixture/small-study.js";
import { createRandom } from "../../../random/create-random.js";
import type { Random } from "../../../random/random.js";
import type { Row } from "../../../sql/interpreter/value.js";
import { gateExitCode } from "../gate.js";
import type { Difference, Result, Verdict } from "../result.js";
import { restoreNumbers } from "../withhold-numbers.js";

/** Sessions of one feed whose depth is by the study's curve; what is not said is plain. */
interface Sessions {
  readonly count: number;
  readonly feed?: number;
  /** The user of a session, each its own by default. */
  readonly userOf?: (session: number) => number;
  readonly loggerOf?: (session: number) => string;
  /** Whether a viewed row is liked. */
  readonly likes?: (rank: number, random: Random, session: number) => boolean;
  readonly target?: (rank: number) => number | null;
}

const swapped = (rank: number): number => (rank === 1 ? 3 : rank === 3 ? 1 : rank);

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));

/** Rows as a log would hold them. */
function rowsOf(seed: string, worlds: readonly Sessions[]): readonly Row[] {
  const random = createRandom(`lines ${seed}`);
  let session = 0;
  return worlds.flatMap((world, at) =>
    Array.from({ length: world.count }, (_, own) => {
      session += 1;
      const user = world.userOf?.(own) ?? session;
      const rows: Row[] = [];
      for (let rank = 1; rank <= table.length; rank++) {
        const target = (world.target ?? swapped)(rank);
        const liked = world.likes?.(rank, random, own) ?? random.next() < 0.3;
        rows.push({
          session: BigInt(session),
          user: BigInt(1_000_000 * at + user),
          feed: BigInt(world.feed ?? 1),
          logger: world.loggerOf?.(own) ?? "one",
          position: BigInt(rank),
          rank_a: target === null ? null : BigInt(target),
          copied: BigInt(rank),
          like: liked ? 1 : 0,
        });
        if (!(random.next() < (table[rank] ?? 0) / (table[rank - 1] ?? 1))) break;
      }
      return rows;
    }).flat(),
  );
}

interface LineRequest {
  readonly study?: Readonly<Record<string, unknown>>;
  readonly log?: Readonly<Record<string, unknown>>;
}

/** What a study says of one candidate and one reward. */
function ask(rows: readonly Row[], { study = {}, log = {} }: LineRequest = {}): Promise<Result> {
  const asked = smallStudy({
    log: { rewards: { like: "like" }, listLength: table.length, ...log },
    policies: { swap: { rank: "rank_a" } },
    estimators: ["dcg"],
    ...study,
  });
  return evaluateRows(asked, rows);
}

const one = ({ verdicts: [first] }: Result): Verdict => {
  if (first === undefined) throw new Error("a verdict");
  return first;
};

const rowsWith = ({ differences }: Result, policy: string, estimator = "dcg"): Difference => {
  const found = differences
    .map(restoreNumbers)
    .find((row) => row.policy === policy && row.estimator === estimator && row.day === null);
  if (found === undefined || "none" in found) throw new Error(`a difference of ${policy}`);
  return found;
};

describe("a log with a row far below all others", () => {
  const deepest = repetitions(1200, 9000);
  const likes = (rank: number, random: Random): boolean => rank === 3 || random.next() < 0.1;
  const deep = [1, 0.625, 0.5, ...Array<number>(deepest).fill(0.001)];
  const stray = { session: 9999n, user: 9999n, feed: 1n, logger: "one", copied: 1n, like: 0 };
  const log = { exposure: { curve: { table: deep } }, listLength: null };
  const rows = rowsOf("deep", [{ count: 300, likes }]).filter(
    ({ position }) => Number(position) <= 3,
  );
  const to = (rank: number): readonly Row[] => [
    ...rows,
    ...Array.from({ length: rank }, (_, at) => ({
      ...stray,
      position: BigInt(at + 1),
      rank_a: BigInt(at + 1),
    })),
  ];

  it("keeps its call, whether ranks have a place of their own in the tables or share it", async () => {
    const [near, far] = [one(await ask(to(9), { log })), one(await ask(to(deepest), { log }))];
    expect([far.verdict, far.reason.code]).toEqual([near.verdict, near.reason.code]);
    expect(far.verdict).toBe("better");
    const effects = ({ checks = [] }: Verdict) =>
      checks.map(({ check, effect }) => [check, effect]);
    expect(effects(far)).toEqual(effects(near));
    expect(effects(far).length).toBeGreaterThan(8);
  });
});

describe("the family of a study", () => {
  it("holds no comparison of the log with itself, under whichever name", async () => {
    const rows = rowsOf("family", [{ count: 300 }]);
    const policies = { production: { rank: "position" }, swap: { rank: "rank_a" } };
    const result = await ask(rows, { study: { policies, baseline: "production" } });
    const swap = rowsWith(result, "swap");
    expect(swap.adjusted).toMatchObject({ family: 1, p: swap.p, interval: swap.interval });
    expect(rowsWith(result, "logged").adjusted.method).toBe("none");
    expect(result.verdicts.map(({ policy }) => policy)).toEqual(["swap"]);
    expect(one(result)).toMatchObject({ family: 1, level: expect.closeTo(0.05, 12) });
  });

  it("holds the lines of all feeds, so that A/A studies of many feeds open or close no gate", async () => {
    const feeds = Array.from({ length: 30 }, (_, at) => ({ count: 25, feed: at }));
    for (let study = 0; study < repetitions(1, 20); study++) {
      const result = await ask(rowsOf(`feeds ${study}`, feeds), { log: { feed: "feed" } });
      expect(result.verdicts).toHaveLength(30);
      expect(new Set(result.verdicts.map(({ verdict }) => verdict))).toEqual(
        new Set(["cannotTell"]),
      );
      expect(one(result).family).toBeGreaterThan(25);
      expect(gateExitCode(result, { policy: "swap" })).toBe(6);
    }
  });

  it("may be a feed's, and a gate then still reads the study's", async () => {
    const likes = (rank: number, random: Random) => random.next() < (rank === 3 ? 0.5 : 0.25);
    const feeds = [
      { count: 400, feed: 1, likes },
      ...Array.from({ length: 5 }, (_, at) => ({ count: 30, feed: at + 2 })),
    ];
    const rows = rowsOf("by feed", feeds);
    const [study, feed] = await Promise.all(
      ["study", "feed"].map((family) => ask(rows, { study: { family }, log: { feed: "feed" } })),
    );
    if (study === undefined || feed === undefined) throw new Error("two results");
    expect(feed.verdicts.map(({ family }) => family)).toEqual(feed.verdicts.map(() => 1));
    expect(feed.verdicts.map(({ gate }) => gate)).toEqual(study.verdicts.map((v) => v.verdict));
    expect(study.verdicts.every(({ gate }) => gate === undefined)).toBe(true);
    const better = feed.verdicts.map((each) => ({ ...each, verdict: "better" as const }));
    expect(gateExitCode({ ...feed, verdicts: better }, { policy: "swap" })).toBe(6);
    expect(feed.warnings.map(({ code }) => code)).toContain("familyOfFeed");
  });

  inShare(0)(
    "leaves days and other estimators at the study's confidence, and says so",
    async () => {
      const rows = rowsOf("others", [{ count: 200 }]);
      const result = await ask(rows, { study: { estimators: ["dcg", "snips"] } });
      const { adjusted, p, interval } = rowsWith(result, "swap", "snips");
      expect(adjusted).toMatchObject({ method: "none", family: 1, p, interval });
    },
  );
});

describe("the deciding estimator", () => {
  inShare(1)(
    "is fixed before the data: without a number it gives its reason, and the next one decides nothing",
    async () => {
      const never = rowsOf("never", [{ count: 60, target: () => null }]);
      const result = await ask(never, { study: { estimators: ["snips", "dcg"] } });
      expect(one(result)).toMatchObject({ verdict: "cannotTell", estimator: "snips", value: null });
    },
  );

  inShare(0)(
    "is judged by its own checks: another estimator in the list changes no verdict",
    async () => {
      const rows = rowsOf("checks", [{ count: 400 }]);
      const alone = await ask(rows, { study: { estimators: ["dcg"] } });
      const among = await ask(rows, { study: { estimators: ["dcg", "snips", "ndcg", "mean"] } });
      expect(one(among)).toEqual(one(alone));
    },
  );
});

describe("rewards", () => {
  inShare(1)(
    "that nobody gave tell nothing: no number, and not that the policies are identical",
    async () => {
      const result = await ask(rowsOf("none", [{ count: 200, likes: () => false }]));
      expect(one(result)).toMatchObject({
        verdict: "cannotTell",
        reason: { code: "noReward", facts: { rewarded: 0 } },
        value: null,
        interval: null,
        p: null,
      });
      expect(one(result).reason.message).toMatch(
        /^0 of the [\d,]+ rows that swap moves carry a like/,
      );
      expect(result.differences.find(({ policy }) => policy === "swap")).toHaveProperty("none");
    },
  );

  inShare(0)("that lie only where the candidate moves nothing tell nothing either", async () => {
    const likes = (rank: number, random: Random) => rank === 2 && random.next() < 0.4;
    const result = await ask(rowsOf("unmoved", [{ count: 200, likes }]));
    expect(one(result).reason.code).toBe("noReward");
  });

  it("that are rare where the weights are large widen the interval, and the line says how rare", async () => {
    const target = (rank: number): number => (rank === 6 ? 1 : rank + 1);
    const likes = (rank: number, random: Random) => random.next() < (rank === 6 ? 0 : 0.01);
    const result = await ask(rowsOf("rare", [{ count: 1500, target, likes }]));
    expect(one(result)).toMatchObject({ verdict: "cannotTell", reason: { code: "rareRewards" } });
    expect(one(result).reason.message).toMatch(
      /^0 of \d+ rewarded rows lie where the weights are large \(rank 6 → 1, weight 16\.0\); about [\d.]+ were to be expected\./,
    );
    const row = one(result).checks?.find(({ check }) => check === "rareRewards");
    expect(row).toMatchObject({
      holds: false,
      applies: true,
      measured: { value: 0, unit: "rows" },
    });
  });
});

describe("a curve fitted on all displayed rows", () => {
  it("is flat, and refuses the number 0 that follows from it", async () => {
    const lists = rowsOf("all rows", [{ count: 1000 }]).filter(({ position }) => position === 1n);
    const rows = lists.flatMap((first) =>
      [1, 2, 3].map((rank): Row => {
        const like = Number(first.session) % (rank + 2) === 0 ? 1 : 0;
        return { ...first, position: BigInt(rank), rank_a: BigInt(4 - rank), like };
      }),
    );
    const log = { exposure: { curve: { fit: "table" } }, listLength: null };
    const policies = { swap: { rank: "rank_a" }, same: { rank: "copied" } };
    const alike = rows.map((row) => ({ ...row, copied: row.position ?? null }));
    const { verdicts } = await ask(alike, { log, study: { policies } });
    expect(
      verdicts.map(({ policy, verdict, reason: { code } }) => [policy, verdict, code]),
    ).toEqual([
      ["swap", "doNotTrust", "viewsNotLogged"],
      ["same", "cannotTell", "identical"],
    ]);
    expect(JSON.stringify(verdicts)).not.toContain("NaN");
  });
});

describe("users", () => {
  inShare(1)("of whom there are two decide nothing", async () => {
    const likes = (rank: number, random: Random) => random.next() < (rank === 3 ? 0.9 : 0.05);
    const two = rowsOf("two", [{ count: 400, userOf: (session) => session % 2, likes }]);
    const result = await ask(two);
    expect(one(result).df).toBeCloseTo(1, 6);
    expect(one(result)).toMatchObject({ verdict: "cannotTell", reason: { code: "fewClusters" } });
    expect(one(result).reason.message).toContain("is based on about 1.0 users");
  });

  inShare(0)("below 40 are named in the line of a verdict", async () => {
    const likes = (rank: number, random: Random) => random.next() < (rank === 3 ? 0.5 : 0.25);
    const userOf = (session: number): number => session % 12;
    const result = await ask(rowsOf("twelve", [{ count: 600, userOf, likes }]));
    expect(one(result).verdict).toBe("better");
    expect(one(result).df).toBeGreaterThan(8);
    expect(one(result).df).toBeLessThan(11.5);
    expect(one(result).reason.message).toMatch(/The standard error is based on about 1\d users\./);
    const row = one(result).checks?.find(({ check }) => check === "fewClusters");
    expect(row).toMatchObject({ title: "too few users", effect: "watch", holds: true });
    expect(row?.tipping?.value).toBeGreaterThan(1);
    expect(row?.tipping?.value).toBeLessThan(row?.measured.value ?? 0);
  });

  inShare(1)(
    "of one logging policy that are few are counted as few, however many the other has",
    async () => {
      const likes = (rank: number, random: Random, session: number): boolean =>
        random.next() < (session % 3 === 0 ? (rank === 3 ? 1 : 0) : 0.4);
      const few = { count: 300, userOf: (at: number) => at % 3, loggerOf: () => "few", likes };
      const many = { count: 600, loggerOf: () => "many" };
      const rows = rowsOf("loggers", [few, many]);
      const result = await ask(rows, { log: { logger: "logger" } });
      expect(one(result).df).toBeLessThan(10);
    },
  );
});

describe("a lift", () => {
  it("holds 0 exactly when its difference does, where the delta method's would not", async () => {
    // Two policies without a shared item: the lift's plain error is twice that of the difference.
    let [apart, decisions] = [0, 0];
    for (let seed = 0; seed < repetitions(6, 12); seed++) {
      const target = (rank: number): number | null => (rank > 3 ? rank - 3 : null);
      const likes = (rank: number, random: Random) => random.next() < (rank > 3 ? 0.8 : 0.25);
      const rows = rowsOf(`lift ${seed}`, [{ count: 120, target, likes }]);
      const { interval, lift, value } = one(await ask(rows));
      if (interval === null || lift === null || "none" in lift || value === null) continue;
      const holds0 = ([lo, hi]: readonly [number, number]): boolean => lo <= 0 && 0 <= hi;
      expect(holds0(lift.interval)).toBe(holds0(interval));
      expect(lift.interval[0]).toBeGreaterThanOrEqual(-1);
      apart += 1;
      if (!holds0(interval)) decisions += 1;
    }
    expect(apart).toBeGreaterThan(4);
    expect(decisions).toBeGreaterThan(0);
  });
});

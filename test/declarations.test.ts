import { describe, expect, it } from "vitest";
import type { Estimand } from "../src/estimators/estimator.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { createRandom } from "../src/random/create-random.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import { asComputed } from "./fixture/as-computed.js";
import { isInTurn, repetitions } from "./fixture/property.js";
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

/** A short run tries one half of most declarations' laws. */
const shares = repetitions(2, 1);
const goesOn = 0.8;

function drawRows(lists: Lists, seed: string): readonly Row[] {
  return drawOffered(lists, seed).filter(({ seen }) => seen === 1n);
}

/** Every row of the lists, viewed or not; an item earns something only where it is viewed. */
function drawOffered({ sessions, length, earns, target }: Lists, seed: string): readonly Row[] {
  const random = createRandom(`declared lists ${seed}`);
  return Array.from({ length: sessions }, (_, session) => {
    const chance = random.next();
    const rows: Row[] = [];
    let isSeen = true;
    for (let rank = 1; rank <= length; rank++) {
      const placed = target(rank, chance);
      isSeen &&= rank === 1 || random.next() < goesOn;
      rows.push({
        session: BigInt(session),
        position: BigInt(rank),
        length: BigInt(length),
        seen: isSeen ? 1n : 0n,
        like: isSeen && random.next() < earns(rank) ? 1 : 0,
        rank_new: placed === null ? null : BigInt(placed),
      });
    }
    return rows;
  }).flat();
}

const columns = [
  ...["session", "position", "length", "rank_new", "two", "seen"].map((name) => ({
    name,
    type: "bigint" as const,
  })),
  { name: "like", type: "double" as const },
];

interface Said {
  readonly log?: object;
  readonly candidate?: object;
  readonly rest?: object;
}

async function ask(rows: readonly Row[], { log = {}, candidate = {}, rest = {} }: Said = {}) {
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
  return asComputed(await evaluate(readStudy(study), { engine: inMemory(rows, columns) }));
}

const verdictOf = ({ verdicts }: Pick<Result, "verdicts">) => verdicts[0]?.verdict;
const findingOf = ({ verdicts }: Result, check: string) =>
  verdicts[0]?.checks?.find((each) => each.check === check);

/** In three lists of four a new item stands at slot 4, and the items below it move down. */
const withNewItem: Lists = {
  sessions: 2000,
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
    sessions: 600,
    length: 3,
    earns: (rank) => earns[rank - 1] ?? 0,
    // The third slot is for an item that the log does not hold.
    target: (rank) => (rank === 1 ? 4 : rank - 1),
  };
  const rows = drawRows(moved, "beyond");
  const rest = { estimators: ["mean", "dcg", "snips", "ndcg"] };
  const warnedOf = ({ warnings }: Result) =>
    warnings.find(({ code }) => code === "targetBeyondList")?.facts;

  it.runIf(isInTurn(0, shares))(
    "has exposure 0, as an item that is not shown, and is counted",
    async () => {
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
    },
  );

  it.runIf(isInTurn(1, shares))(
    "has exposure 0 where lists have unequal lengths, which no cut-off says",
    async () => {
      // The candidate shows the item of rank 3 first: in lists of two it shows one that the log does not hold.
      const first = (rank: number): number => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank);
      const short = drawRows({ ...moved, length: 2, target: first }, "short");
      const long = drawRows({ ...moved, length: 6, target: first }, "long");
      const renamed = long.map((row) => ({
        ...row,
        session: BigInt(moved.sessions) + BigInt(Number(row.session)),
      }));
      const result = await ask([...short, ...renamed]);
      const { value, se } = estimateOf(result, { policy: "candidate", estimator: "dcg" });
      const truth = (goesOn * 0.5 + (0.2 + goesOn * 0.5 + goesOn ** 2 * 0.2)) / 2;
      expect(Math.abs(value - truth)).toBeLessThan(4 * se);
      const beyond = short.filter(({ rank_new: rank }) => Number(rank) > 2).length;
      expect(warnedOf(result)).toEqual({ policy: "candidate", rows: beyond });
      const open = await ask([...short, ...renamed], { log: { listLength: undefined } });
      const taken = estimateOf(open, { policy: "candidate", estimator: "dcg" });
      const ofBeyond = short.filter((row) => Number(row.rank_new) > 2 && row.like === 1).length;
      expect(ofBeyond).toBeGreaterThan(50);
      const sessions = 2 * moved.sessions;
      expect(taken.value - value).toBeCloseTo((goesOn * ofBeyond) / sessions, 12);
    },
  );

  it.runIf(isInTurn(0, shares))(
    "is counted among the trajectories that are left, where some break a rule",
    async () => {
      const broken = rows.map((row) => (row.session === 0n ? { ...row, rank_new: 0n } : row));
      const result = await ask(broken, { log: { invalid: "excludeTrajectories" } });
      expect(warnedOf(result)).toEqual({ policy: "candidate", rows: moved.sessions - 1 });
    },
  );

  it("is a rank like others where the length of lists is not known", async () => {
    const result = await ask(rows, { log: { listLength: undefined } });
    expect(warnedOf(result)).toBeUndefined();
  });
});

/** Mean of Σ over slots s ≤ k of p(s) · of(s). */
const overSlots = (k: number, of: (slot: number) => number): number =>
  Array.from({ length: k }, (_, at) => goesOn ** at * of(at + 1)).reduce((a, b) => a + b, 0);

describe("policies.<name>.shows", () => {
  const earns = (rank: number): number => (rank <= 2 ? 0.2 : 0.1);
  const topTwo: Lists = {
    sessions: 1000,
    length: 6,
    earns,
    target: (rank) => (rank <= 2 ? rank : null),
  };
  const rows = drawRows(topTwo, "two items");
  const rest = { estimators: ["dcg", "snips"], estimands: ["perTrajectory", "perImpression"] };
  const answerOf = (result: Result, estimator: string, estimand: Estimand) =>
    estimateOf(result, { policy: "candidate", estimator, estimand });
  const earned = overSlots(2, earns);
  const perView = earned / overSlots(2, () => 1);

  it.runIf(isInTurn(1, shares))("tells a short list from one whose items are unknown", async () => {
    const open = await ask(rows);
    expect(verdictOf(open)).toBe("cannotTell");
    expect(findingOf(open, "support")?.applies).toBe(true);
    expect(open.verdicts[0]?.identified).toBe("range");
    const stated = await ask(rows, { candidate: { shows: 2 } });
    expect(verdictOf(stated)).toBe("worse");
    expect(findingOf(stated, "support")).toMatchObject({ applies: false });
  });

  it("divides by the views of the slots that are shown, and multiplies snips by them", async () => {
    const stated = await ask(rows, { candidate: { shows: 2 }, rest });
    for (const [estimator, estimand, truth] of [
      ["dcg", "perTrajectory", earned],
      ["dcg", "perImpression", perView],
      ["snips", "perTrajectory", earned],
      ["snips", "perImpression", perView],
    ] as const) {
      const { value, se } = answerOf(stated, estimator, estimand);
      expect(Math.abs(value - truth), `${estimator} ${estimand}`).toBeLessThan(4 * se);
    }
    const open = await ask(rows, { rest });
    expect(answerOf(open, "dcg", "perImpression").value).toBeLessThan(0.75 * perView);
    expect(answerOf(open, "snips", "perTrajectory").value).toBeGreaterThan(1.3 * earned);
  });

  it("is what makes a better list that is short better per impression, which is not worse without it", async () => {
    const perImpression = { estimands: ["perImpression"] };
    const open = await ask(rows, { rest: perImpression });
    expect(verdictOf(open)).toBe("cannotTell");
    expect(open.verdicts[0]?.missing?.differenceAtZero).toBeLessThan(0);
    const stated = await ask(rows, { candidate: { shows: 2 }, rest: perImpression });
    expect(verdictOf(stated)).toBe("better");
  });

  it.runIf(isInTurn(0, shares))(
    "as a number says what a column with that number says, and what no rank beyond it says",
    async () => {
      const full = rows.map((row) => ({ ...row, rank_new: row.position ?? null, two: 2n }));
      const [number, column] = [
        await ask(full, { candidate: { shows: 2 }, rest }),
        await ask(full, { candidate: { shows: "two" }, rest }),
      ];
      expect(column.estimates).toEqual(number.estimates);
      expect(column.verdicts).toEqual(number.verdicts);
      const short = await ask(rows, { candidate: { shows: 2 }, rest });
      expect(number.estimates).toEqual(short.estimates);
      expect(number.warnings).toEqual(short.warnings);
    },
  );

  it.runIf(isInTurn(1, shares))("may differ by trajectory", async () => {
    const mixed = rows.map((row) => {
      const two = Number(row.session) % 2 === 0 ? 2n : 6n;
      return { ...row, rank_new: row.position ?? null, two };
    });
    const stated = await ask(mixed, { candidate: { shows: "two" }, rest });
    const { value, se } = answerOf(stated, "dcg", "perImpression");
    const all = overSlots(6, earns);
    const views = overSlots(2, () => 1) + overSlots(6, () => 1);
    expect(Math.abs(value - (earned + all) / views)).toBeLessThan(4 * se);
    expect(verdictOf(stated)).toBe("worse");
  });
});

describe("policies.<name>.views", () => {
  /** Three of six items are shown and viewed; the policy shows the first one alone. */
  const random = createRandom("declared views");
  const rows = Array.from({ length: 1000 }, (_, session): Row[] => {
    const order = [1, 2, 3, 4, 5, 6].map((item) => ({ item, by: random.next() }));
    const shown = order.sort((a, b) => a.by - b.by).slice(0, 3);
    return shown.map(({ item }, at) => ({
      session: BigInt(session),
      position: BigInt(at + 1),
      eps0: 0.5,
      eps_t: item === 1 ? 1 : 0,
      one: 1,
      like: random.next() < (item === 1 ? 0.3 : 0.15) ? 1 : 0,
    }));
  }).flat();
  const askViews = (views: object, log: object = {}) =>
    evaluate(
      {
        log: {
          source: { table: "log" },
          trajectory: "session",
          rank: "position",
          rewards: ["like"],
          exposure: { column: "eps0" },
          ...log,
        },
        policies: { one: { exposure: "eps_t", ...views } },
        estimators: ["ips", "snips"],
        estimands: ["perTrajectory", "perImpression"],
      },
      {
        engine: inMemory(rows, [
          { name: "session", type: "bigint" },
          { name: "position", type: "bigint" },
          ...["eps0", "eps_t", "one", "like"].map((name) => ({ name, type: "double" as const })),
        ]),
      },
    );

  it.runIf(isInTurn(0, shares))(
    "are what a policy by exposure is divided by, and snips multiplied by",
    async () => {
      const stated = await askViews({ views: 1 });
      for (const estimator of ["ips", "snips"]) {
        for (const estimand of ["perTrajectory", "perImpression"] as const) {
          const { value, se } = estimateOf(stated, { policy: "one", estimator, estimand });
          expect(Math.abs(value - 0.3), `${estimator} ${estimand}`).toBeLessThan(4 * se);
        }
      }
      const open = await askViews({});
      const ips = estimateOf(open, { policy: "one", estimator: "ips", estimand: "perImpression" });
      expect(ips.value).toBeLessThan(0.15);
    },
  );

  it.runIf(isInTurn(1, shares))("as a number say what a column with that number says", async () => {
    const [number, column] = [await askViews({ views: 1 }), await askViews({ views: "one" })];
    const near = ({ estimates }: Result) =>
      estimates.map((row) => ("value" in row ? [row.value, row.se] : row.none.code));
    for (const [at, [value, se]] of (near(column) as number[][]).entries()) {
      const [wanted, error] = (near(number) as number[][])[at] ?? [];
      expect(value).toBeCloseTo(wanted ?? 0, 9);
      expect(se).toBeCloseTo(error ?? 0, 9);
    }
    await expect(askViews({ views: "one" }, { rank: undefined })).rejects.toThrow(
      "policies.one.views: expected one number, since log.rank is missing",
    );
  });
});

describe("a log of offered rows", () => {
  /** The items at ranks 1 and 4 change places; the lower one earns more. */
  const swapped: Lists = {
    sessions: 1200,
    length: 6,
    earns: (rank) => (rank === 4 ? 0.35 : 0.15),
    target: (rank) => (rank === 1 ? 4 : rank === 4 ? 1 : rank),
  };
  const offered = drawOffered(swapped, "offered");
  const views = offered.filter(({ seen }) => seen === 1n);
  const truth = (0.35 - 0.15) * (1 - goesOn ** 3);
  const rest = {
    estimators: ["mean", "dcg", "snips", "ndcg"],
    estimands: ["perTrajectory", "perImpression"],
  };
  const reasonOf = ({ estimates }: Result, estimator: string, estimand: Estimand) => {
    const row = estimates.find(
      (each) =>
        each.policy === "candidate" && each.estimator === estimator && each.estimand === estimand,
    );
    return row !== undefined && "none" in row ? row.none : undefined;
  };

  it.runIf(isInTurn(0, shares))(
    "that says which were viewed is the log of these, for fitted curves too",
    async () => {
      const exposure = { curve: { fit: "geometric" } };
      const whole = { rows: "offered", viewed: "seen", exposure };
      const [told, plain] = [
        await ask(offered, { log: whole, rest }),
        await ask(views, { log: { exposure }, rest }),
      ];
      expect(told.estimates).toEqual(plain.estimates);
      expect(told.verdicts).toEqual(plain.verdicts);
      expect(told.log.impressions).toBe(views.length);
      expect(told.log.counts.notViewedRows).toBe(offered.length - views.length);
      const unclear = offered.map((row, at) => (at === 5 ? { ...row, seen: null } : row));
      await expect(ask(unclear, { log: whole })).rejects.toThrow("log.viewed: 1 row");
    },
  );

  it("that does not say so gives what sums of rewards say, and refuses the rest by name", async () => {
    const found = await ask(offered, { log: { rows: "offered" }, rest });
    const [row] = found.differences.filter(
      ({ estimator, estimand }) => estimator === "dcg" && estimand === "perTrajectory",
    );
    if (row === undefined || !("value" in row)) throw new Error("no difference");
    expect(Math.abs(row.value - truth)).toBeLessThan(4 * row.se);
    for (const [estimator, estimand] of [
      ["snips", "perTrajectory"],
      ["snips", "perImpression"],
      ["dcg", "perImpression"],
    ] as const) {
      const none = reasonOf(found, estimator, estimand);
      expect(none?.code, `${estimator} ${estimand}`).toBe("viewsUnknown");
      expect(none?.message).toContain("log.viewed, or use dcg or ips per trajectory");
    }
    expect(verdictOf(found)).toBe("better");
    expect(findingOf(found, "viewsNotLogged")?.message).toContain("the curve is untested");
    expect(findingOf(found, "stopsOnReward")).toBeUndefined();
    const refused = (log: object): Promise<string> =>
      Promise.resolve()
        .then(() => ask(offered, { log }))
        .then(
          () => "accepted",
          (error: Error) => error.message,
        );
    const exposure = { curve: { fit: "geometric" } };
    const learnt = await refused({ rows: "offered", exposure });
    expect(learnt).toContain("log.exposure.curve: expected a curve that is given or was fitted");
    expect(await refused({ viewed: "seen" })).toContain("log.viewed: expected no such key");
  });

  it.runIf(isInTurn(1, shares))(
    "that is taken for one of views is found out: dcg under a given curve, and nothing else",
    async () => {
      const found = await ask(offered);
      expect(verdictOf(found)).toBe("better");
      expect(findingOf(found, "viewsNotLogged")).toMatchObject({ effect: "watch", holds: true });
      for (const said of [
        { rest: { estimators: ["snips"] } },
        { rest: { estimands: ["perImpression"] } },
      ]) {
        expect(verdictOf(await ask(offered, said))).toBe("doNotTrust");
      }
    },
  );

  it("does not hide items that it does not hold", async () => {
    const rows = drawOffered(withNewItem, "new items offered");
    const lower = { like: { column: "like", better: "lower" } };
    const found = await ask(rows, { log: { rows: "offered", rewards: lower } });
    expect(verdictOf(found)).toBe("cannotTell");
    const missing = goesOn ** 3 * 0.75;
    const { share } = findingOf(found, "support")?.facts ?? {};
    expect(share).toBeCloseTo(missing / overSlots(6, () => 1), 1);
  });
});

describe("rewards.<name>.unlogged", () => {
  const rows = drawRows(withNewItem, "unlogged");
  const rewards = (unlogged: object) => ({
    log: { rewards: { like: { column: "like", better: "lower", ...unlogged } } },
  });

  it.runIf(isInTurn(0, shares))(
    "bounds what views that the log does not hold may earn, and the line says so",
    async () => {
      const open = await ask(rows, rewards({}));
      expect(verdictOf(open)).toBe("cannotTell");
      expect(findingOf(open, "support")?.message).toContain("up to 10 times the average view");
      const stated = await ask(rows, rewards({ unlogged: { min: 0, max: 0.001 } }));
      expect(verdictOf(stated)).toBe("better");
      expect(findingOf(stated, "support")?.facts.rewardRange).toEqual([0, 0.001]);
      expect(findingOf(stated, "support")?.message).toContain("which the study assumes to earn");
    },
  );

  it.runIf(isInTurn(1, shares))(
    "is in the number beside the verdict: what the study declares, and nothing outside of it",
    async () => {
      const [low, high, alike] = await Promise.all(
        [{ min: 0.05, max: 0.05 }, { min: 0.2, max: 0.2 }, "alike"].map((unlogged) =>
          ask(rows, rewards({ unlogged })),
        ),
      );
      const both = (await ask(rows, rewards({ unlogged: { min: 0.05, max: 0.2 } }))).verdicts[0];
      const ends = [low, high].map((each) => each?.verdicts[0]?.value);
      expect(both?.set).toEqual(ends.map((end) => expect.closeTo(end ?? Number.NaN, 12)));
      expect(both?.identified).toBe("range");
      const [from = 0, to = 0] = both?.interval ?? [];
      expect(from).toBeLessThan(both?.set?.[0] ?? 0);
      expect(to).toBeGreaterThan(both?.set?.[1] ?? 0);
      const missing = alike?.verdicts[0]?.missing;
      expect(missing?.rewardRange).toEqual(
        [0.5, 1.5].map((times) => expect.closeTo(times * (missing?.rewardPerView ?? 0), 12)),
      );
    },
  );
});

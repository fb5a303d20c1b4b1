import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../test/fixture/duckdb-log.js";
import { inTurn, isInTurn, isThorough, repetitions } from "../../test/fixture/property.js";
import { logColumns, randomLog } from "../../test/fixture/random-log.js";
import { average, clusteredError, total, trajectoriesOf } from "../../test/fixture/reference.js";
import { estimateOf, evaluateRows, inMemory, smallStudy } from "../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../engines/duckdb/index.js";
import { LogError } from "../errors.js";
import { createRandom } from "../random/create-random.js";
import type { Engine } from "../sql/engine.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";
import type { Estimate, Result } from "./conclude/result.js";
import { restoreNumbers } from "./conclude/withhold-numbers.js";
import { evaluate } from "./evaluate.js";

/** A short run asks for two policies by three estimators. */
const few = isThorough
  ? {}
  : {
      policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
      estimators: ["mean", "dcg", "ndcg"],
    };

const rowsOf = ({ estimates, differences }: Result): string =>
  JSON.stringify([estimates, differences], (key, value) => (key === "warnings" ? null : value));

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));

describe("structure", () => {
  const dials = { trajectories: 80, users: 20, days: repetitions(2, 3), feeds: 2, notShown: 0.2 };
  const modes = ["check", "sample", "declared"] as const;

  it.each(
    inTurn([
      ["users, days and feeds", dials, { day: "day", feed: "feed" }],
      ["positions without an item", { ...dials, holes: 0.5 }, {}],
      ["two loggers, no users", { ...dials, loggers: 2 }, { user: null, logger: "logger" }],
    ]),
  )("checked, sampled or declared gives the same numbers: %s", async (_name, log, roles) => {
    const rows = randomLog("structure", log);
    const [check, ...others] = await Promise.all(
      modes.map((structure) =>
        evaluateRows(smallStudy({ ...few, log: { ...roles, structure } }), rows),
      ),
    );
    if (check === undefined) throw new Error("three results");
    for (const other of others) expect(rowsOf(other)).toBe(rowsOf(check));
    expect(check.log.structure).toBe("check");
  });

  it("counts positions without an item, and takes no offence", async () => {
    const rows = randomLog("holes", { holes: 1, trajectories: 50 });
    const { log } = await evaluateRows(smallStudy(), rows);
    const short = trajectoriesOf(rows).filter(
      ({ items }) => items.length < (items.at(-1)?.rank ?? 0),
    );
    expect(short.length).toBeGreaterThan(5);
    expect(log.counts.holes).toBe(short.length);
  });
});

describe("a user's key", () => {
  const dials = { trajectories: 80, users: 20, days: 2 };

  it("may be a whole number, a huge one or text", async () => {
    const rows = randomLog("keys", dials);
    const result = async (key: (user: bigint) => bigint | string): Promise<Result> => {
      const keyed = rows.map((row): Row => ({ ...row, user: key(BigInt(String(row.user))) }));
      const type = typeof key(1n) === "string" ? "text" : "bigint";
      const columns = logColumns.map((each) =>
        each.name === "user" ? ({ ...each, type } as const) : each,
      );
      return evaluate(readStudy(smallStudy(few)), { engine: inMemory(keyed, columns) });
    };
    const [plain, huge, text] = [
      await result((user) => user),
      await result((user) => 2n ** 62n + user),
      await result((user) => `user ${user}`),
    ];
    expect(rowsOf(huge)).toBe(rowsOf(plain));
    const pairs = plain.estimates.map((row, i) =>
      [row, text.estimates[i]].map((each) => each && restoreNumbers(each)),
    );
    for (const [row, other] of pairs as [Estimate, Estimate][]) {
      expect(other.value).toBe(row.value);
      expect(other.se).toBeCloseTo(row.se, 12);
    }
  });
});

describe("days", () => {
  it("a trajectory counts on its first day, and so do its rewards after midnight", async () => {
    const row = (session: bigint, position: bigint, day: string, like: number): Row => ({
      session,
      user: session,
      position,
      copied: position,
      rank_a: position,
      rank_b: position,
      day,
      like,
      watch: 0,
      score: 0,
    });
    const rows = [
      row(1n, 1n, "2026-11-01", 0),
      row(1n, 2n, "2026-11-02", 1),
      row(2n, 1n, "2026-11-01", 1),
      row(3n, 1n, "2026-11-02", 0),
      row(4n, 1n, "2026-11-02", 0),
    ];
    const study = smallStudy({ log: { day: "day" }, estimators: ["mean", "dcg", "ndcg"] });
    const result = await evaluateRows(study, rows);
    const on = (day: string, estimator: string): Partial<Estimate> =>
      estimateOf(result, { day, estimator, policy: "logged", reward: "like" });
    expect(on("2026-11-01", "mean")).toMatchObject({ value: 1, n: 2 });
    expect(on("2026-11-02", "mean")).toMatchObject({ value: 0, n: 2 });
    expect(on("2026-11-01", "dcg")).toMatchObject({ value: 1, n: 2 });
    expect(result.log.counts.severalDays).toBe(1);
  });
});

describe("several loggers", () => {
  it("are strata: the naive estimate of six samples has the stratified error (multiLogger)", async () => {
    const rows = [
      [0, 1, 0.5, 0.8],
      [0, 0, 0.3, 0.6],
      [0, 1, 0.9, 0.9],
      [0, 0, 0.2, 0.5],
      [1, 1, 0.7, 0.8],
      [1, 1, 0.6, 0.9],
    ].map(
      ([logger = 0, like = 0, eps_t = 0, eps0 = 1], i): Row => ({
        session: BigInt(i),
        logger: BigInt(logger),
        like,
        eps_t,
        eps0,
      }),
    );
    const result = await evaluate(
      {
        log: {
          source: { table: "log" },
          trajectory: "session",
          logger: "logger",
          rewards: { like: "like" },
          exposure: { column: "eps0" },
        },
        policies: { target: { exposure: "eps_t" } },
        estimators: ["ips"],
      },
      { engine: inMemory(rows, []) },
    );
    const { value, se } = estimateOf(result, { policy: "target" });
    expect(value).toBeCloseTo(0.5277777777777778, 9);
    expect(se).toBeCloseTo(0.16810720051264172, 9);
  });
});

describe("invalid: excludeTrajectories", () => {
  let folder: LogFolder;
  let engine: Engine;
  beforeAll(async () => {
    folder = await openLogFolder();
    engine = await createDuckdbEngine({ threads: 2 });
  });
  afterAll(async () => {
    await engine.close();
    await folder.remove();
  });

  const rows = randomLog("exclude", { trajectories: 60, users: 20 });
  const spoil =
    (session: bigint, change: (own: readonly Row[]) => readonly Row[]) => (all: readonly Row[]) => [
      ...all.filter((row) => row.session !== session),
      ...change(all.filter((row) => row.session === session)),
    ];
  const spoiled = [
    spoil(3n, (own) => own.map((row, i): Row => (i === 0 ? { ...row, like: Number.NaN } : row))),
    spoil(5n, (own) => own.map((row): Row => ({ ...row, position: 0n }))),
    spoil(8n, (own) => [...own, ...own]),
    spoil(9n, (own) => own.map((row, i): Row => ({ ...row, user: BigInt(i), rank_a: -1n }))),
  ].reduce((all, change) => change(all), rows);
  const under = async (invalid: string, log: readonly Row[]): Promise<Result> => {
    const source = await folder.write(log, logColumns);
    return evaluate(readStudy(smallStudy({ ...few, log: { invalid, source } })), { engine });
  };

  it("refuses such a log by default, with every problem", async () => {
    const asked = under("refuse", spoiled);
    await expect(asked).rejects.toBeInstanceOf(LogError);
    await expect(asked).rejects.toThrow(
      /log\.rank[\s\S]*log\.rewards\.like[\s\S]*policies\.a\.rank/,
    );
  });

  it("counts what it leaves out and answers as a cleaned log does", async () => {
    const result = await under("excludeTrajectories", spoiled);
    const bad = new Set([3n, 5n, 8n, 9n]);
    const cleaned = rows.filter(({ session }) => !bad.has(BigInt(String(session))));
    expect(rowsOf(result)).toBe(rowsOf(await under("refuse", cleaned)));
    expect(result.log.counts).toMatchObject({
      excludedTrajectories: 4,
      excludedRows: spoiled.length - cleaned.length,
    });
  });

  inShare(1)("leaves a sound log alone", async () => {
    const [one, other] = await Promise.all(
      ["refuse", "excludeTrajectories"].map((invalid) => under(invalid, rows)),
    );
    if (!one || !other) throw new Error("two results");
    expect(rowsOf(other)).toBe(rowsOf(one));
  });
});

describe("more clusters than buckets", () => {
  let folder: LogFolder;
  let engine: Engine;
  beforeAll(async () => {
    folder = await openLogFolder();
    engine = await createDuckdbEngine({ threads: 2 });
  });
  afterAll(async () => {
    await engine.close();
    await folder.remove();
  });

  const users = 17_000;
  const random = createRandom("many users");
  const rows = Array.from({ length: 20_000 }, (_, i): Row => {
    const user = i % users;
    return {
      session: BigInt(i),
      user: BigInt(user * 7919),
      name: `user ${user}`,
      position: 1n,
      rank_a: BigInt(1 + random.integer(3)),
      day: `2026-11-0${1 + (i % 2)}`,
      like: Math.max(0, Math.round(4 * random.normal() + (user % 5))),
    };
  });
  const columns = [
    ["session", "bigint"],
    ["user", "bigint"],
    ["name", "text"],
    ["position", "bigint"],
    ["rank_a", "bigint"],
    ["day", "text"],
    ["like", "double"],
  ] as const;

  it.each(inTurn(["user", "name"]))(
    "has the values of all and errors known to 1 in 45, by key %s",
    async (user) => {
      const source = await folder.write(
        rows,
        columns.map(([name, type]) => ({ name, type })),
      );
      const study = smallStudy({
        log: { source, user, day: "day", rewards: { like: "like" } },
        policies: { a: { rank: "rank_a" } },
        estimators: ["mean", "dcg"],
      });
      const result = await evaluate(readStudy(study), { engine });
      expect(result.log).toMatchObject({ users, buckets: { kind: "hashed", count: 1024 } });
      const p = [1, 0.625, 0.5];
      const weights = { mean: () => 1, dcg: (row: Row) => p[Number(row.rank_a) - 1] ?? 0 };
      const all = trajectoriesOf(rows);
      for (const [estimator, weight] of Object.entries(weights)) {
        const policy = estimator === "mean" ? "logged" : "a";
        const own = estimateOf(result, { estimator, policy });
        const z = rows.map((row) => Number(row.like) * weight(row));
        expect(own.value).toBeCloseTo(average(z), 8);
        expect(Math.abs(own.se / clusteredError(z, all) - 1)).toBeLessThan(4 * 0.022);
        expect([own.n, own.clusters, own.buckets]).toEqual([rows.length, users, 1024]);
        const first = estimateOf(result, { estimator, policy, day: "2026-11-01" });
        const early = rows.filter(({ day }) => day === "2026-11-01");
        expect(first.n).toBe(early.length);
        expect(first.clusters).toBe(new Set(early.map((row) => row.user)).size);
        expect(first.value).toBeCloseTo(
          total(early.map((row) => Number(row.like) * weight(row))) / early.length,
          8,
        );
      }
    },
  );
});

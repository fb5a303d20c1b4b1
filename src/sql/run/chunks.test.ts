import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { studyOf } from "../../../test/carried/agree.js";
import {
  columns as sessionColumns,
  randomLog as sessions,
} from "../../../test/carried/random-log.js";
import { type LogFolder, openLogFolder } from "../../../test/fixture/duckdb-log.js";
import { inTurn, isThorough, repetitions } from "../../../test/fixture/property.js";
import { type LogDials, logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import { fitLog } from "../../evaluate/fit.js";
import { fitResultToJson } from "../../evaluate/fit-to-json.js";
import { takeTally } from "../../evaluate/take-tally.js";
import { readStudy } from "../../study/read-study.js";
import type { Engine, Plan } from "../engine.js";
import { column, count, max, sum } from "../expression.js";
import { createInterpreter } from "../interpreter/interpreter.js";
import type { Row } from "../interpreter/value.js";
import { from, group, select } from "../relation.js";
import type { SourceColumn } from "../source-column.js";
import { chunksOf, joinedChunks, type WidePlan } from "./chunks.js";
import { collectWide } from "./collect-wide.js";
import { tableOf } from "./table.js";

const narrowest = 12;

/** The engine with a limit of columns, which refuses more; `asked` are the plans that it met. */
function limited(engine: Engine, asked: Plan[] = [], maxColumns: number = narrowest): Engine {
  return {
    ...engine,
    info: async () => ({ ...(await engine.info()), maxColumns, concurrency: 2 }),
    query: (plan, options) => {
      asked.push(plan);
      if (plan.columns.length <= maxColumns) return engine.query(plan, options);
      throw new Error(`${plan.purpose} asks for ${plan.columns.length} columns`);
    },
  };
}

type Section = Readonly<Record<string, unknown>>;

let folder: LogFolder;
beforeAll(async () => {
  folder = await openLogFolder();
});
afterAll(() => folder.remove());

/** Takes a tally as it comes and in parts: the same bits; gives the parts. */
async function alike(
  study: Section,
  open: () => Promise<Engine> | Engine,
  most?: number,
): Promise<readonly Plan[]> {
  const read = readStudy(study);
  const asked: Plan[] = [];
  const engine = await open();
  const whole = await takeTally(read, { engine, whatIf: true });
  const parts = await takeTally(read, { engine: limited(engine, asked, most), whatIf: true });
  await engine.close();
  expect(parts).toEqual(whole);
  return asked.filter(({ purpose }) => / \(\d+ of \d+\)$/.test(purpose));
}

const every = {
  log: { day: "day", feed: "feed", logger: "logger" },
  policies: {
    a: { rank: "rank_a" },
    b: { rank: "rank_b" },
    same: { rank: "copied" },
    even: { exposure: "eps_t" },
  },
  estimators: ["mean", "dcg", { dcg: { clip: 2 } }, "snips", "ndcg", "pndcg"],
};
const dials = { trajectories: 24, days: 2, feeds: 2, loggers: 2, notShown: 0.2 };

describe("a result wider than the engine's limit has the same bits in parts", () => {
  const logs: readonly (readonly [string, Section, LogDials])[] = [
    ["every trajectory is checked", {}, {}],
    ["trajectories over midnight", {}, { overnight: true, days: 3 }],
    ["a declared structure", { structure: "declared" }, {}],
    [
      "a sampled structure, one user a trajectory",
      { structure: "sample", user: null },
      { trajectories: repetitions(100, 200) },
    ],
    ["no trajectories", { trajectory: null, user: null }, { trajectories: 12 }],
    ["positions without an item", {}, { holes: 0.5 }],
  ];

  it.each(inTurn(logs))("%s", async (name, log, more) => {
    const rows = randomLog(`wide, ${name}`, { ...dials, ...more });
    const noRatio = every.estimators.filter((each) => !/ndcg/.test(String(each)));
    const estimators = "trajectory" in log ? noRatio : every.estimators;
    const study = smallStudy({ ...every, estimators, log: { ...every.log, ...log } });
    const parts = await alike(study, () => inMemory(rows));
    expect(parts.length).toBeGreaterThan(10);
  });

  it("trajectories that break a rule are left out, ranks are forced, on DuckDB", async () => {
    const rows = randomLog("wide, odd", { ...dials, trajectories: repetitions(30, 300) }).map(
      (row, i): Row => {
        return i === 7 ? { ...row, position: 0n } : row;
      },
    );
    const study = smallStudy({
      ...every,
      estimators: isThorough ? every.estimators : ["mean", "snips"],
      policies: { a: { rank: "rank_a" }, f: { score: "score", force: "rankViewed" } },
      log: {
        ...every.log,
        rewards: { like: "like", watch: "watch", c: "eps0", d: "eps_t" },
        item: "rank_b",
        invalid: "excludeTrajectories",
        source: await folder.write(rows, logColumns),
      },
    });
    const parts = await alike(study, () => createDuckdbEngine({ threads: 2 }));
    expect(parts.length).toBeGreaterThan(10);
  }, 120_000);

  const fits: readonly (readonly [string, Section, Section])[] = [
    ["a table, by day", { fit: "table", tail: "geometric", after: 4 }, {}],
    ["days set apart", { fit: "geometric" }, { exposure: "fitDays" }],
    ["a declared structure", { fit: "yuleSimon", cutoff: 6 }, { structure: "declared" }],
  ];

  it.each(inTurn(fits))(
    "a curve is learnt: %s",
    async (_name, curve, { exposure, ...log }: Section) => {
      const rows = sessions("wide", { users: 24, days: 3, feeds: 2, notShown: 0.1 });
      const apart = { curve, fitDays: { to: "2026-11-01" } };
      const study = studyOf(curve, {
        estimators: ["dcg", { dcg: { clip: 2 } }, "snips", { ndcg: { onNoIdeal: "skip" } }],
        log: {
          ...{
            day: "day",
            feed: "feed",
            logger: "logger",
            rewards: { like: "like", watch: "watch", c: "eps0", d: "eps_t" },
          },
          ...log,
          exposure: exposure === undefined ? { curve } : apart,
        },
      });
      const parts = await alike(study, () => inMemory(rows, sessionColumns), 8);
      const purposes = new Set(parts.map(({ purpose }) => purpose.replace(/ \(.*/, "")));
      expect(purposes).toContain("how sums move with the curve");
      expect(purposes).toContain("rewards by displayed and target rank");
    },
  );

  it.each(inTurn(["bigint", "text"]))("buckets of users known by %s", async (type) => {
    const named = (row: Row): Row => ({
      ...row,
      ...(type === "text" ? { user: `u${row.user}` } : {}),
    });
    const rows = sessions("wide file", { users: 24, days: 2, feeds: 2 }).map((row) => named(row));
    const columns = sessionColumns.map(
      (each): SourceColumn => (each.name === "user" ? { ...each, type } : each),
    );
    const log = { day: "day", feed: "feed" };
    const engine = inMemory(rows, columns);
    const fits = await fitLog(
      readStudy(studyOf({ fit: "table", support: 1, cutoff: 6 }, { log })),
      { engine },
    );
    const file = folder.path(`${type}.json`);
    await writeFile(file, JSON.stringify(fitResultToJson(fits)));
    const few = { estimators: ["dcg", "snips", "ndcg"] };
    const parts = await alike(studyOf({ file }, { ...few, log }), () => inMemory(rows, columns));
    expect(parts.some(({ columns: all }) => all.some(({ name }) => name === "bucket"))).toBe(true);
  });
});

const source = { kind: "table", name: ["log"] } as const;
const plan: WidePlan = {
  purpose: "totals",
  keys: ["k"],
  columns: ["k", "n", "a", "b", "most"].map((name) => ({
    name,
    type: name === "a" || name === "b" ? ("double" as const) : ("bigint" as const),
  })),
  relation: group(
    select(from(source), [
      ["k", column("k")],
      ["x", column("x")],
      ["y", column("y")],
    ]),
    ["k"],
    [
      ["n", count()],
      ["a", sum(column("x"))],
      ["b", sum(column("y"))],
      ["most", max(column("k"))],
    ],
  ),
};
const rows: readonly Row[] = [
  { k: 2n, x: 1, y: 10 },
  { k: null, x: 2, y: 20 },
  { k: 1n, x: 3, y: 30 },
  { k: 2n, x: 4, y: 40 },
];

describe("the parts of a plan", () => {
  it("hold each key, each other column once and in order, and at most so many", () => {
    for (const most of [2, 3, 4]) {
      const parts = chunksOf(plan, most);
      expect(parts.every(({ columns }) => columns.length <= most)).toBe(true);
      expect(parts.every(({ columns }) => columns[0]?.name === "k")).toBe(true);
      const others = parts.flatMap(({ columns }) => columns.slice(1).map(({ name }) => name));
      expect(others).toEqual(["n", "a", "b", "most"]);
    }
    expect(chunksOf(plan, 5)).toEqual([plan]);
    expect(chunksOf({ ...plan, keys: ["k"] }, 3)[1]?.purpose).toBe("totals (2 of 2)");
  });

  it("read no column that they do not need", () => {
    const [first, second] = chunksOf(plan, 3).map(({ relation }) => JSON.stringify(relation, text));
    expect(first).toContain('"x"');
    expect(first).not.toContain('"y"');
    expect(second).toContain('"y"');
    expect(second).not.toContain('"x"');
  });

  it("are one table again, keys of NULL and other orders of rows included", async () => {
    const engine = createInterpreter({ log: rows });
    const [whole] = await collectWide(engine, [plan]);
    const [parts] = await collectWide(limited(engine, [], 2), [plan]);
    expect(parts?.columns).toEqual(whole?.columns);
    const [first, second] = await collectWide(engine, chunksOf(plan, 3));
    if (first === undefined || second === undefined) throw new Error("two parts");
    const turned = new Map([...second.columns].map(([name, all]) => [name, all.toReversed()]));
    const joined = joinedChunks(plan, [first, tableOf(second.rows, turned)]);
    expect(joined.columns).toEqual(whole?.columns);
  });

  it("are narrower where sums are held for many groups", async () => {
    const engine = createInterpreter({ log: rows });
    const asked: Plan[] = [];
    const few: Engine = {
      ...limited(engine, asked, 4),
      info: async () => ({
        ...(await engine.info()),
        maxColumns: 4,
        maxColumnsOf: (groups) => groups / 5,
      }),
    };
    const grouped: WidePlan = { ...plan, groups: 10 };
    const [whole, parts] = await collectWide(few, [plan, grouped]);
    expect(asked.map(({ columns }) => columns.length)).toEqual([4, 2, 2, 2, 2, 2]);
    expect(parts?.columns).toEqual(whole?.columns);
  });

  it("of which one found other groups say that the log changed", async () => {
    const [first] = await collectWide(createInterpreter({ log: rows }), chunksOf(plan, 3));
    const others = [rows.slice(1, 3), [...rows, { k: 3n, x: 0, y: 0 }]];
    for (const log of others) {
      const [, second] = await collectWide(createInterpreter({ log }), chunksOf(plan, 3));
      if (first === undefined || second === undefined) throw new Error("two parts");
      expect(() => joinedChunks(plan, [first, second])).toThrow(/log changed while it was read/);
    }
  });
});

const text = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;

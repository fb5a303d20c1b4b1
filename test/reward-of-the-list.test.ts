import { afterAll, beforeAll, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { check } from "../src/evaluate/check.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { createRandom } from "../src/random/create-random.js";
import type { Engine } from "../src/sql/engine.js";
import type { Row } from "../src/sql/interpreter/value.js";
import type { SourceColumn } from "../src/sql/source-column.js";
import { readStudy } from "../src/study/read-study.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { repetitions } from "./fixture/property.js";
import { inMemory } from "./fixture/small-study.js";

let folder: LogFolder;
let duckdb: Engine;
beforeAll(async () => {
  folder = await openLogFolder();
  duckdb = await createDuckdbEngine({ threads: 2 });
});
afterAll(async () => {
  await duckdb.close();
  await folder.remove();
});

const columns: readonly SourceColumn[] = [
  ...["session", "position", "new_rank"].map((name) => ({ name, type: "bigint" as const })),
  { name: "feed", type: "text" },
  ...["revenue", "click"].map((name) => ({ name, type: "double" as const })),
];

/** Lists of two to eight items, of which feed b repeats the revenue of the list in each row. */
function lists(): readonly Row[] {
  const random = createRandom("revenue of the list");
  return Array.from({ length: 800 }, (_, session) => {
    const n = 2 + random.integer(7);
    const paid = random.next() < 0.25 ? 5 + random.integer(4500) / 100 : 0;
    const bought = random.integer(n);
    const feed = session % 2 === 0 ? "a" : "b";
    return Array.from({ length: n }, (__, at) => ({
      session: BigInt(session),
      feed,
      position: BigInt(at + 1),
      new_rank: BigInt(((at + 1) % n) + 1),
      revenue: feed === "b" || at === bought ? paid : 0,
      click: random.next() < 0.2 ? 1 : 0,
    }));
  }).flat();
}

const study = {
  log: {
    source: { table: "log" } as object | string,
    trajectory: "session",
    rank: "position",
    feed: "feed",
    rewards: { revenue: "revenue", click: "click" },
    exposure: { curve: { table: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3] } },
  },
  policies: { new: { rank: "new_rank" } },
  estimators: ["mean", "dcg"],
};

/** Which rows over all days have no answer, and why. */
const withheld = ({ estimates }: Result): readonly string[] =>
  estimates.flatMap((row) =>
    row.day !== null || "none" in row || row.withheld === undefined
      ? []
      : [[row.policy, row.estimator, row.reward, row.feed, row.withheld.code].join(" ")],
  );

it("withholds the log's own mean and the candidate of that reward and feed, on every engine", async () => {
  const rows = lists();
  const found = await evaluate(readStudy(study), { engine: inMemory(rows, columns) });
  const ofList = withheld(found).filter((row) => row.endsWith("sameInEveryRow"));
  for (const who of ["logged mean", "logged dcg", "new dcg"]) {
    expect(ofList).toContain(`${who} revenue b sameInEveryRow`);
  }
  expect(ofList.filter((row) => / click | a /.test(row))).toEqual([]);
  const source = await folder.write(rows, columns);
  const log = { ...study.log, source };
  const same = await evaluate(readStudy({ ...study, log }), { engine: duckdb });
  expect(withheld(same)).toEqual(withheld(found));
  expect(JSON.stringify(same.verdicts)).toBe(JSON.stringify(found.verdicts));
  const { refused = [] } = await check(readStudy({ ...study, log }), { engine: duckdb });
  expect(refused.map(({ reward, feed, reason }) => [reward, feed, reason.code])).toContainEqual([
    "revenue",
    "b",
    "sameInEveryRow",
  ]);
});

it("withholds it where there is no candidate to compare, and where that moves nothing", async () => {
  const rows = lists().map((row) => ({ ...row, feed: "b", new_rank: row.position ?? null }) as Row);
  for (const policies of [{}, study.policies]) {
    const asked = readStudy({ ...study, policies });
    const { warnings, ...found } = await evaluate(asked, { engine: inMemory(rows, columns) });
    expect(warnings.map(({ code }) => code)).not.toContain("sameInEveryRow");
    expect(withheld({ ...found, warnings })).toEqual([]);
    const repeated = rows.map((row) => ({ ...row, revenue: Number(row.session) % 9 }));
    const again = await evaluate(asked, { engine: inMemory(repeated, columns) });
    expect(again.warnings.map(({ code }) => code)).toContain("sameInEveryRow");
    expect(withheld(again)).toContain("logged mean revenue b sameInEveryRow");
  }
});

it("gives the mean of the list where it is counted once", async () => {
  const rows = lists().filter(({ feed }) => feed === "b");
  const right = rows
    .filter(({ position }) => position === 1n)
    .reduce((total, { revenue }) => total + Number(revenue), 0);
  const source = await folder.write(rows, columns);
  const once = `select * replace (case when position = 1 then revenue else 0 end as revenue) from '${source}'`;
  const log = { ...study.log, source: { sql: once } };
  const found = await evaluate(readStudy({ ...study, log }), { engine: duckdb });
  const mean = found.estimates.find(
    (row) => row.policy === "logged" && row.estimator === "mean" && row.reward === "revenue",
  );
  expect(mean !== undefined && "value" in mean ? mean.value : null).toBeCloseTo(right / 400, 10);
});

it("looks at a sample of a large log, of rewards that are rare, too", async () => {
  const sessions = repetitions(150_000, 300_000);
  const sql = `select s as session, 'x' || (s % 2) as feed, r as position, 5 - r as new_rank,
    case when s % 2 = 1 then case when hash(s) % 20 = 0 then 1.5 + s % 7 else 0 end
         when hash(s * 4 + r) % 20 = 0 then 1.5 + hash(s * 9 + r) % 7 else 0 end as revenue,
    case when hash(s * 5 + r) % 50 = 0 then 1 else 0 end as click
    from range(${sessions}) t(s), range(1, 5) u(r)`;
  const log = { ...study.log, source: { sql }, structure: "sample" };
  const found = await evaluate(readStudy({ ...study, log }), { engine: duckdb });
  const lines = found.verdicts.map(({ reward, feed, checks = [] }) => {
    const own = checks.find((each) => each.check === "sameInEveryRow");
    return [reward, feed, own?.effect, Number(own?.facts.rewardedSessions) < sessions / 20];
  });
  expect(lines).toEqual([
    ["revenue", "x0", "none", true],
    ["revenue", "x1", "doNotTrust", true],
    ["click", "x0", "none", true],
    ["click", "x1", "none", true],
  ]);
});

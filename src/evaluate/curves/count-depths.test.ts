import { afterAll, beforeAll, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../../test/fixture/duckdb-log.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import type { Engine, Plan } from "../../sql/engine.js";
import type { Row } from "../../sql/interpreter/value.js";
import { printPlan } from "../../sql/print.js";
import { readStudy } from "../../study/read-study.js";
import { requestOf } from "../ask/tally-request.js";
import { bindSource } from "../survey/bind-source.js";
import { surveyLog } from "../survey/survey-log.js";
import { countDepths, countDepthsByDay, type DepthPass, depthChecks } from "./count-depths.js";

const rows = randomLog("depths by day", { trajectories: 120, days: 3, feeds: 2 });
const withHoles = rows.filter(({ position }, i) => position === 1n || i % 3 > 0);
const overDays = rows.map(
  (row, i): Row => ({ ...row, day: i % 4 === 0 ? "2026-11-02" : (row.day ?? null) }),
);
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

/** Depths by user and by day, and of which held counts each was made. */
async function depthsOf(own: readonly Row[], log: object, isHeld: boolean) {
  const source = await folder.write(own, logColumns);
  const study = readStudy(smallStudy({ log: { source, day: "day", feed: "feed", ...log } }));
  const plans: Plan[] = [];
  const seen: Engine = {
    ...engine,
    query: (plan, options) => {
      plans.push(plan);
      return engine.query(plan, options);
    },
  };
  const connection = { engine: seen, options: {} };
  const found = await surveyLog(connection, await bindSource(connection, study));
  const base = requestOf(study, found, { kind: "hashed", count: 1024, key: "bigint" });
  const keep = Object.freeze({});
  const pass: DepthPass = { checks: depthChecks(found.log), ...(isHeld && { keep }) };
  plans.length = 0;
  const { depths, structure } = await countDepths(connection, found, base, pass);
  const counts = { ...found.counts, ...structure };
  const byDay = await countDepthsByDay(connection, found, base, counts, pass);
  await engine.release?.(keep);
  const read = plans.filter(({ purpose }) => purpose !== "duplicate ranks").map(heldBy);
  return { depths, structure, byDay, read };
}

/** The statement of the counts that a plan says may be held; undefined where it says none. */
function heldBy({ relation, ...plan }: Plan): string | undefined {
  for (let at = relation; at.kind === "select" || at.kind === "group"; at = at.from) {
    if (at.kind !== "select" || at.keep === undefined) continue;
    const columns = at.columns.map(([name]) => ({ name, type: "double" as const }));
    return printPlan({ ...plan, columns, relation: at }, engine.dialect);
  }
  return undefined;
}

it.each([
  ["checked", rows, {}],
  ["checked, lists with an end", rows, { listLength: "list_length" }],
  ["checked, with holes", withHoles, {}],
  ["checked, some trajectories over several days", overDays, { invalid: "refuse" }],
  ["declared", rows, { structure: "declared" }],
  ["declared, lists with an end", rows, { structure: "declared", listLength: "list_length" }],
])("depths of held counts are those of two passes: %s", async (_, own, log) => {
  const [held, apart] = [await depthsOf(own, log, true), await depthsOf(own, log, false)];
  expect(held.depths).toEqual(apart.depths);
  expect(held.structure).toEqual(apart.structure);
  expect(held.byDay).toEqual(apart.byDay);
  expect(held.byDay.strata.length).toBeGreaterThan(3);
  const [first] = held.read;
  expect(first).toContain("GROUP BY");
  expect(held.read).toEqual([first, first]);
  expect(apart.read).toEqual([undefined, undefined]);
});

/** Depths with all checks of the structure, in a log that is said to hold so many rows. */
async function checkedDepths(own: readonly Row[], log: object, impressions: number) {
  const source = await folder.write(own, logColumns);
  const study = readStudy(smallStudy({ log: { source, day: "day", feed: "feed", ...log } }));
  const asked: string[] = [];
  const seen: Engine = {
    ...engine,
    query: (plan, options) => {
      asked.push(plan.purpose);
      return engine.query(plan, options);
    },
  };
  const connection = { engine: seen, options: {} };
  const found = await surveyLog(connection, await bindSource(connection, study));
  const base = requestOf(study, found, { kind: "hashed", count: 1024, key: "bigint" });
  const counts = await countDepths(connection, found, { ...base, impressions });
  return { ...counts, passes: asked.filter((purpose) => purpose.startsWith("depths")).length };
}

it.each([
  ["of a sound log", 1, rows, {}],
  ["of lists with an end", 1, rows, { listLength: "list_length" }],
  ["of a log with holes", 2, withHoles, {}],
])(
  "depths that are counted as rows are those of the deepest ranks: %s",
  async (_, passes, own, log) => {
    const { depths, structure } = await checkedDepths(own, log, own.length);
    expect(await checkedDepths(own, log, 2 ** 20)).toEqual({ depths, structure, passes });
  },
);

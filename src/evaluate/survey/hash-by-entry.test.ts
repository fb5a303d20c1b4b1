import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../../test/fixture/duckdb-log.js";
import { inTurn } from "../../../test/fixture/property.js";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import type { Connection, Engine } from "../../sql/engine.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import type { Bucketing } from "../../tally/request.js";
import { takeDepths } from "../../tally/take-depths.js";
import { questionsOf } from "../ask/questions.js";
import { requestOf } from "../ask/tally-request.js";
import { curvesOfStudy } from "../curves/curves-of-study.js";
import { planSums } from "../sums/plan-sums.js";
import { sumUp } from "../sums/sum-up.js";
import { bindSource } from "./bind-source.js";
import { hashingByEntry } from "./hash-by-entry.js";
import { type SurveyedLog, surveyLog } from "./survey-log.js";

const rows = randomLog("by entry", { trajectories: 80, days: 3, feeds: 2 }).map(
  (row): Row => ({ ...row, user: `person ${Number(row.user) % 40}` }),
);
const columns = logColumns.map((column) =>
  column.name === "user" ? { ...column, type: "text" as const } : column,
);
const hashed = { kind: "hashed", count: 1024, key: "text" } as const;
let folder: LogFolder;
let source: string;
let engine: Engine;
beforeAll(async () => {
  folder = await openLogFolder();
  source = await folder.write(rows, columns);
  engine = await createDuckdbEngine({ threads: 2 });
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

const studyOf = (log: object) =>
  readStudy(smallStudy({ log: { source, day: "day", feed: "feed", ...log } }));

async function surveyed(connection: Connection, log: object = {}): Promise<SurveyedLog> {
  return surveyLog(connection, await bindSource(connection, studyOf(log)));
}

describe("text keys hashed in every row", () => {
  it.each(
    inTurn([
      ["check", 1024],
      ["declared", 128],
    ]),
  )("give the same sums, bit by bit: %s, %d buckets", async (structure, count) => {
    const connection = { engine, options: {} };
    const log = { structure, exposure: { curve: { fit: "geometric" } } };
    const study = studyOf(log);
    const found = await surveyed(connection, log);
    const plan = await planSums(connection, study, found);
    const taken = async (bucketing: Bucketing): Promise<unknown> => {
      const asked = { ...plan, request: { ...plan.request, bucketing } };
      const curves = await curvesOfStudy(connection, study, asked);
      const questions = questionsOf(study, found.log, found.summary, curves.curve);
      const inputs = { study, plan: asked, curves, questions, whatIf: false, verdicts: true };
      return { depths: curves.depths, ...(await sumUp(connection, inputs)) };
    };
    const older = { ...hashed, count };
    expect(await taken({ ...older, byEntry: true })).toEqual(await taken(older));
  });

  it("give the same depths by day", async () => {
    const connection = { engine, options: {} };
    const log = { structure: "declared" };
    const found = await surveyed(connection, log);
    const taken = (bucketing: Bucketing) =>
      takeDepths(engine, { ...requestOf(studyOf(log), found, bucketing), by: "days" });
    const byEntry = await taken({ ...hashed, byEntry: true });
    expect(byEntry).toEqual(await taken(hashed));
    expect(byEntry.table.rows).toBeGreaterThan(30);
  });
});

describe("whether the engine is asked to hash in every row", () => {
  const chosen = async (
    bucketing: Bucketing,
    change: (found: SurveyedLog) => SurveyedLog,
    own: Partial<Engine> = { computesByEntry: async () => true },
  ): Promise<Bucketing> => {
    const found = await surveyed({ engine, options: {} });
    const connection = { engine: { ...engine, ...own }, options: {} };
    return hashingByEntry(connection, change(found), bucketing);
  };
  const large = (found: SurveyedLog): SurveyedLog => ({
    ...found,
    summary: { ...found.summary, rows: 2_000_000 },
  });
  const counted = (found: SurveyedLog): SurveyedLog => ({
    ...large(found),
    counts: { excludedRows: 3 },
  });

  it("is so for text in many plain rows, where the engine says that it pays", async () => {
    expect(await chosen(hashed, large)).toEqual({ ...hashed, byEntry: true });
    expect(await chosen(hashed, large, { computesByEntry: async () => false })).toBe(hashed);
    const { computesByEntry: _, ...plain } = engine;
    expect(
      await hashingByEntry(
        { engine: plain, options: {} },
        large(await surveyed({ engine, options: {} })),
        hashed,
      ),
    ).toBe(hashed);
  });

  it("is not so for few rows, whole numbers, exact buckets, or without excluded rows", async () => {
    expect(await chosen(hashed, (found) => found)).toBe(hashed);
    expect(await chosen(hashed, counted)).toBe(hashed);
    for (const other of [{ kind: "exact" }, { ...hashed, key: "bigint" }] as const)
      expect(await chosen(other, large)).toBe(other);
  });
});

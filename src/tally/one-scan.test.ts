import { describe, expect, it } from "vitest";
import { type Dials, randomLog } from "../../test/carried/random-log.js";
import { inMemory, type Otherwise, smallStudy } from "../../test/fixture/small-study.js";
import { requestOf } from "../evaluate/ask/tally-request.js";
import { takeTally } from "../evaluate/index.js";
import { bindSource } from "../evaluate/survey/bind-source.js";
import { withSurvey } from "../evaluate/survey/with-survey.js";
import type { Engine, Row } from "../sql/index.js";
import { readStudy } from "../study/index.js";
import type { LineRequest } from "./lines/line-request.js";
import { readTable } from "./lines/read-line-table.js";
import { viewsOfSample } from "./lines/views-of-sample.js";
import { takeCells } from "./one-scan.js";
import { createRankCounts } from "./views-by-ranks.js";

/** An engine in memory that shares scans or not, and what it was asked. */
function engineOf(rows: readonly Row[], sharesScans: boolean): [engine: Engine, asked: string[]] {
  const inner = inMemory(rows);
  const asked: string[] = [];
  const engine: Engine = {
    ...inner,
    info: async () => ({ ...(await inner.info()), ...(sharesScans && { sharesScans }) }),
    query: (plan, options) => {
      asked.push(plan.purpose);
      return inner.query(plan, options);
    },
  };
  return [engine, asked];
}

const dials: Dials = { users: 25, days: 3, feeds: 2, notShown: 0.3, negative: true };
const [day, feed, listLength] = ["day", "feed", "list_length"];
const baseline = { baseline: "a" };
const rewards = { like: "like", watch: "watch" };

describe("an engine that shares scans", () => {
  it.each<[string, Dials, Otherwise]>([
    ["days, feeds and losses", dials, { ...baseline, log: { day, feed, rewards } }],
    [
      "lists and one reward",
      { ...dials, cut: 0.3 },
      { ...baseline, log: { listLength, censored: "cut", rewards: { like: "like" } } },
    ],
    ["users known by a text", dials, { ...baseline, log: { day, user: "logger", rewards } }],
  ])("gives the same tally in fewer statements: %s", async (name, own, otherwise) => {
    const rows = randomLog(name, own);
    const study = readStudy(smallStudy(otherwise));
    const [[alone, every], [shared, few]] = [engineOf(rows, false), engineOf(rows, true)];
    const expected = await takeTally(study, { engine: alone });
    expect(await takeTally(study, { engine: shared })).toEqual(expected);
    const pairs = every.filter((purpose) => purpose === "rewards by displayed and target rank");
    expect(pairs).toHaveLength(3);
    const inOne = few.filter((purpose) => purpose.includes("rewards by displayed and target rank"));
    expect(inOne).toHaveLength(1);
    expect(few.length).toBeLessThan(every.length - 2);
  });

  it("gives the same tables of a sample of users, whose counts by ranks are one statement too", async () => {
    const rows = randomLog("a sample", { ...dials, users: 60 });
    const study = readStudy(smallStudy({ log: { day, feed, rewards } }));
    const tablesOf = async (sharesScans: boolean) => {
      const [engine, asked] = engineOf(rows, sharesScans);
      const log = await bindSource({ engine, options: {} }, study);
      return withSurvey({ engine, options: {} }, study, log, async (found) => {
        const targets = ["h_rank_0", "h_rank_1"];
        const base = requestOf(study, found, { kind: "hashed", count: 8, key: "bigint" });
        const rankCounts = createRankCounts(engine, base, found.strata.length, targets);
        const lines: LineRequest = {
          base: { ...base, rankCounts },
          byTrajectory: found.rows,
          groups: { halvings: 1, byFeed: new Map([["2", 0]]) },
          targets,
          weighed: [],
        };
        asked.length = 0;
        // A small log's sample is of too few users for its tables to be used.
        const sample = targets.map((target) => viewsOfSample(lines, target));
        const taken = await takeCells(
          engine,
          sample.map(({ cells }) => cells),
        );
        const tables = taken.map((table, at) =>
          readTable(table, sample[at] ?? { keys: [], columns: new Map() }),
        );
        const counts = await Promise.all(
          targets.flatMap((target) => [
            rankCounts.take(target, false, undefined),
            rankCounts.take(target, true, undefined),
          ]),
        );
        return { tables, counts, asked: asked.length };
      });
    };
    const [alone, shared] = [await tablesOf(false), await tablesOf(true)];
    expect(shared.tables).toEqual(alone.tables);
    expect(shared.counts).toEqual(alone.counts);
    expect(alone.counts.every(({ table }) => table.strata.length === 6)).toBe(true);
    expect(alone.tables.every((table) => table.rows > 50)).toBe(true);
    expect([alone.asked, shared.asked]).toEqual([6, 3]);
  });
});

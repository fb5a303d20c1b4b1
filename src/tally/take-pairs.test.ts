import { expect, it } from "vitest";
import { randomLog } from "../../test/carried/random-log.js";
import { inMemory } from "../../test/fixture/small-study.js";
import { requestOf } from "../evaluate/ask/tally-request.js";
import { bindSource } from "../evaluate/survey/bind-source.js";
import { withSurvey } from "../evaluate/survey/with-survey.js";
import { column, double, type Engine } from "../sql/index.js";
import { readStudy } from "../study/index.js";
import { takePairs } from "./take-pairs.js";
import { createRankCounts } from "./views-by-ranks.js";

const study = readStudy({
  log: {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    rank: "position",
    day: "day",
    feed: "feed",
    rewards: { like: "like" },
    exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
  },
  policies: { a: { rank: "rank_a" } },
});
const target = "h_rank_0";
const countOfRows = { over: "rows", value: double(1) } as const;
const likes = { over: "rewarded", value: column("h_reward_0") } as const;

it("reads counts of rows by ranks that were taken before, and adds up what is left", async () => {
  const rows = randomLog("pairs", { users: 40, days: 3, feeds: 2, notShown: 0.3 });
  const inner = inMemory(rows);
  const asked: string[] = [];
  const engine: Engine = {
    ...inner,
    query: (plan, options) => {
      asked.push(plan.purpose);
      return inner.query(plan, options);
    },
  };
  const log = await bindSource({ engine, options: {} }, study);
  await withSurvey({ engine, options: {} }, study, log, async (found) => {
    const request = {
      ...requestOf(study, found, { kind: "exact" }),
      components: [countOfRows, likes],
    };
    const rankCounts = createRankCounts(engine, request, found.strata.length);
    const views = await rankCounts.take(target, false, undefined);
    expect(views.count.reduce((sum, each) => sum + each, 0)).toBe(rows.length);
    const alone = await takePairs(engine, request, target, "strata");
    asked.length = 0;
    expect(await takePairs(engine, { ...request, rankCounts }, target, "strata")).toEqual(alone);
    expect(asked).toEqual(["rewards by displayed and target rank"]);
    const overDays = await takePairs(engine, request, target, "overDays");
    expect(await takePairs(engine, { ...request, rankCounts }, target, "overDays")).toEqual(
      overDays,
    );
    expect(overDays.table.rows).toBeLessThan(alone.table.rows);
  });
});

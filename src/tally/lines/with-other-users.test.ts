import { expect, it } from "vitest";
import { randomLog } from "../../../test/carried/random-log.js";
import { inMemory } from "../../../test/fixture/small-study.js";
import { requestOf } from "../../evaluate/ask/tally-request.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { surveyLog } from "../../evaluate/survey/survey-log.js";
import { readStudy } from "../../study/index.js";
import { takeCells } from "../one-scan.js";
import type { LineRequest } from "./line-request.js";
import { rewardsByPair } from "./pairs-of-lines.js";
import { periodsOf, rewardsByDay } from "./periods.js";
import { readTable } from "./read-line-table.js";
import { withOtherUsers } from "./with-other-users.js";

const study = readStudy({
  log: {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    rank: "position",
    day: "day",
    feed: "feed",
    rewards: { like: "like", watch: "watch", score: { column: "score", missing: 0 } },
    exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
  },
  policies: { a: { rank: "rank_a" } },
});
const rows = randomLog("other users", { users: 60, days: 3, feeds: 2, notShown: 0.2 });
const engine = inMemory(rows);
const target = "h_rank_0";

async function requestOfSample(): Promise<LineRequest> {
  const log = await bindSource({ engine, options: {} }, study);
  const found = await surveyLog({ engine, options: {} }, log);
  const base = requestOf(study, found, { kind: "hashed", count: 1024, key: "bigint" });
  const groups = { halvings: 2, byFeed: new Map([["2", 1]]) };
  return { base, byTrajectory: found.rows, groups, targets: [target], weighed: [] };
}

it("are what everybody adds up less the sample, as a statement over all rows gives them", async () => {
  const request = await requestOfSample();
  const days = [...new Set(rows.map(({ day }) => String(day)))];
  const split = { ...request, periods: periodsOf(days) };
  const [all, sample] = [rewardsByPair(request, target), rewardsByPair(split, target)];
  const byDay = rewardsByDay(split, target);
  const [wanted, found, everybody] = await takeCells(engine, [
    all.cells,
    sample.cells,
    byDay.cells,
  ]);
  if (wanted === undefined || found === undefined || everybody === undefined)
    throw new Error("A statement gave no table.");
  if (sample.others === undefined) throw new Error("The statement is not of a sample.");
  expect(found.rows).toBeLessThan(wanted.rows);
  const whole = withOtherUsers(found, everybody, sample, sample.others);
  const read = (table: typeof whole) => readTable(table, all);
  expect(read(whole)).toEqual(read(wanted));
});

it("cannot follow where the sample holds what everybody does not", async () => {
  const split = { ...(await requestOfSample()), periods: periodsOf(["2026-11-01"]) };
  const sample = rewardsByPair(split, target);
  const byDay = rewardsByDay(split, target);
  const [found, everybody] = await takeCells(engine, [sample.cells, byDay.cells]);
  if (found === undefined || everybody === undefined || sample.others === undefined)
    throw new Error("A statement gave no table.");
  const others = sample.others;
  expect(() => withOtherUsers(everybody, found, sample, others)).toThrow("changed");
});

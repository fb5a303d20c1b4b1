import { describe, expect, it } from "vitest";
import { type Dials, randomLog } from "../../test/carried/random-log.js";
import { inMemory, type Otherwise, smallStudy } from "../../test/fixture/small-study.js";
import { takeTally } from "../evaluate/take-tally.js";
import type { Engine } from "../sql/engine.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";

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
});

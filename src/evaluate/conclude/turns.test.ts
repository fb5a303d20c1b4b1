import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy, tallyRows } from "../../../test/fixture/small-study.js";
import { readStudy } from "../../study/read-study.js";
import { componentsOf } from "../ask/questions.js";
import { eachInTurn } from "../each-in-turn.js";
import { takeWithQuestions } from "../take-tally.js";
import { conclude } from "./conclude.js";

/** What ran between the steps of a piece of work: a counter that counts turns of the event loop while it lasts. */
async function turnsOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const value = await work();
  isOver = true;
  return { value, turns };
}

describe("a conclusion", () => {
  const feeds = 2;
  const days = 2;
  const rows = randomLog("turns", { trajectories: 60, users: 20, feeds, days });
  const log = { feed: "feed", day: "day", rewards: { like: "like" } };
  const study = smallStudy({ log, estimators: ["dcg"], family: "feed" });

  it("gives the event loop a turn for every scope and several for every line", async () => {
    const tally = await tallyRows(study, rows);
    const { value, turns } = await turnsOf(() => conclude(tally));
    const [scopes, lines] = [feeds * (1 + days), value.verdicts.length];
    expect(lines).toBe(3 * feeds);
    // Scopes are answered question by question and written, lines made, tested and judged: twice, where the gate has
    // levels of its own. The best candidate is chosen feed by feed.
    const questions = value.estimates.length;
    expect(turns).toBeGreaterThanOrEqual(questions + scopes + 5 * lines + feeds);
  });

  it("comes after turns for every curve, every column and every table of the tally", async () => {
    const fitted = { ...log, exposure: { curve: { fit: "geometric" } } };
    const read = readStudy(smallStudy({ log: fitted, estimators: ["dcg", "ndcg"] }));
    const engine = inMemory(rows);
    const { value, turns } = await turnsOf(() => takeWithQuestions(read, { engine }));
    const tables = Object.keys(value.tally.tables).length;
    const columns = componentsOf(value.questions).length;
    expect(turns).toBeGreaterThanOrEqual(feeds + columns + tables);
  });

  it("ends between two steps once its signal is aborted, with the signal's reason", async () => {
    const tally = await tallyRows(study, rows);
    const controller = new AbortController();
    const stop = new Error("stop");
    setImmediate(() => controller.abort(stop));
    await expect(conclude(tally, { signal: controller.signal })).rejects.toBe(stop);
  });
});

describe("items in turn", () => {
  it("are as many as there are, and none is taken after an abort", async () => {
    const taken: number[] = [];
    const take = (item: number): number => {
      taken.push(item);
      return 2 * item;
    };
    const { value, turns } = await turnsOf(() => eachInTurn([4, 5, 6], take));
    expect(value).toEqual([8, 10, 12]);
    expect(turns).toBeGreaterThanOrEqual(3);
    const controller = new AbortController();
    const abort = (item: number): number => {
      controller.abort(new Error("enough"));
      return take(item);
    };
    const stopped = eachInTurn([7, 8], abort, controller.signal);
    await expect(stopped).rejects.toThrow("enough");
    expect(taken).toEqual([4, 5, 6, 7]);
  });
});

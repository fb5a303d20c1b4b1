import { describe, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import { randomLog } from "../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../test/fixture/small-study.js";
import { readStudy } from "../study/read-study.js";
import { decodeTally } from "../tally/decode-tally.js";
import { encodeTally } from "../tally/encode-tally.js";
import type { StudyTally } from "./about.js";
import { conclude } from "./conclude/conclude.js";
import { takeWithQuestions } from "./take-tally.js";

const rows = randomLog("questions at hand", { trajectories: 120, users: 30, days: 2, feeds: 2 });

describe("the questions that a tally was taken for", () => {
  it.each(
    inTurn([
      ["a given curve", { curve: { model: "geometric", gamma: 0.6, cutoff: 6 } }],
      ["a fitted curve", { curve: { fit: "geometric", cutoff: 6 } }],
    ]),
  )("give the result that those built again from the file give: %s", async (_name, exposure) => {
    const study = smallStudy({
      log: { day: "day", feed: "feed", exposure },
      policies: { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
      estimators: ["mean", "dcg", "snips", "ndcg"],
    });
    const taken = await takeWithQuestions(readStudy(study), { engine: inMemory(rows) });
    const now = JSON.stringify(await conclude(taken.tally, {}, taken));
    const file = await decodeTally(encodeTally(taken.tally));
    expect(JSON.stringify(await conclude(file as StudyTally))).toBe(now);
    expect(JSON.stringify(await conclude(taken.tally))).toBe(now);
  });
});

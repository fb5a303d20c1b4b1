import { expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import { isAnswer } from "./withheld.js";

it("names the best of the candidates whose numbers are an answer, and nothing of one alone", async () => {
  const rows = randomLog("best of", { trajectories: 300, users: 200 });
  const policies = { a: { rank: "rank_a" }, b: { rank: "rank_b" } };
  const { best = [], verdicts } = await evaluateRows(
    smallStudy({ estimators: ["dcg"], policies }),
    rows,
  );
  const answered = verdicts.filter((each) => isAnswer(each) && each.value !== null);
  expect(best.length).toBeGreaterThan(0);
  for (const { reward, policy, value, candidates, heldOut, se } of best) {
    const own = answered.filter((each) => each.reward === reward);
    expect(candidates).toBe(own.length);
    expect(value).toBe(Math.max(...own.map((each) => each.value ?? Number.NaN)));
    expect(own.find((each) => each.value === value)?.policy).toBe(policy);
    expect(Math.abs(heldOut - value)).toBeLessThan(6 * se);
  }
  const alone = smallStudy({ estimators: ["dcg"], policies: { a: { rank: "rank_a" } } });
  expect((await evaluateRows(alone, rows)).best).toBeUndefined();
});

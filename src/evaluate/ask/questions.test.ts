import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/fixture/random-log.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { readStudy } from "../../study/read-study.js";
import { bindSource } from "../survey/bind-source.js";
import { surveyLog } from "../survey/survey-log.js";
import { componentsBeforeFit, componentsOf, questionsOf } from "./questions.js";

const rows = randomLog("questions", { trajectories: 40 });
const fitted = { model: "geometric", parameters: { gamma: 0.6 }, cutoff: 6 };

describe("what is added up before a curve is fitted", () => {
  it.each([
    ["dcg", {}],
    [{ dcg: { clip: 8 } }, {}],
    ["ips", { column: "eps0" }],
    ["snips", {}],
    ["ndcg", {}],
    ["pndcg", {}],
  ])("is as many different sums as afterwards: %j", async (estimator, exposure) => {
    const study = readStudy(
      smallStudy({
        log: { exposure: { curve: { fit: "geometric" }, ...exposure } },
        policies: { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
        estimators: [estimator],
      }),
    );
    const connection = { engine: inMemory(rows), options: {} };
    const { log, summary } = await surveyLog(connection, await bindSource(connection, study));
    const questions = questionsOf(study, log, summary, { every: fitted });
    const after = new Set(componentsOf(questions).map(questions.fingerprintOf));
    const before = componentsBeforeFit(study, log, summary).map(questions.fingerprintOf);
    expect(new Set(before).size).toBe(after.size);
    expect(after.size).toBeGreaterThan(1);
  });
});

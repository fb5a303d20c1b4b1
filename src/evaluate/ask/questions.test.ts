import { describe, expect, it } from "vitest";
import { logColumns } from "../../../test/fixture/random-log.js";
import { smallStudy } from "../../../test/fixture/small-study.js";
import { bindLog } from "../../log/index.js";
import { readStudy } from "../../study/index.js";
import { componentsBeforeFit, componentsOf, questionsOf } from "./questions.js";

const summary = { rows: 100, columns: {}, deepestBeyondList: -Infinity };
const fitted = { model: "geometric", parameters: { gamma: 0.6 }, cutoff: 6 };

describe("what is added up before a curve is fitted", () => {
  it.each([
    ["dcg", {}],
    [{ dcg: { clip: 8 } }, {}],
    ["ips", { curve: { fit: "geometric" }, column: "eps0" }],
    ["snips", {}],
    ["ndcg", {}],
    ["pndcg", {}],
  ])("is as many different sums as afterwards: %j", (estimator, exposure) => {
    const study = readStudy(
      smallStudy({
        log: { exposure: { curve: { fit: "geometric" }, ...exposure } },
        policies: { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
        estimators: [estimator],
      }),
    );
    const log = bindLog(study.log, study.policies, study.exposure.column, logColumns);
    const questions = questionsOf(study, log, summary, { every: fitted });
    const marks = new Set(componentsOf(questions).map(questions.fingerprintOf));
    const before = componentsBeforeFit(study, log, summary).map(questions.fingerprintOf);
    expect(new Set(before).size).toBe(marks.size);
    expect(marks.size).toBeGreaterThan(1);
  });
});

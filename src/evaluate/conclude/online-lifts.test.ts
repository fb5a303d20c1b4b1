import { expect, it } from "vitest";
import { inMemory } from "../../../test/fixture/small-study.js";
import { weekendColumns, weekendLog, weekendStudy } from "../../../test/fixture/weekend-log.js";
import { readStudy } from "../../study/read-study.js";
import { studyInput } from "../../study/study-input.js";
import { evaluate } from "../evaluate.js";

const online = (of: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  ...weekendStudy,
  policies: { a: { rank: "rank_a", online: { like: of } } },
  ...more,
});

/** Of a candidate that earns 14.5 % more than the log. */
async function heldTo(study: unknown) {
  const rows = weekendLog("one", { goOn: [0.72, 0.72], novelty: [0.3, 0.3] });
  const engine = inMemory(rows, weekendColumns);
  const result = await evaluate(readStudy(study), { engine });
  const found = result.diagnostics.filter(({ facts }) => "online" in facts);
  return { result, found, verdict: result.verdicts[0] };
}

it("a lift of a test is held against the verdict's, whatever the level of either", async () => {
  const { found, verdict, result } = await heldTo(online({ lift: 0.145, se: 0.02 }));
  expect(found).toMatchObject([{ severity: "ok", facts: { agreement: "agree", online: 0.145 } }]);
  expect(verdict?.lift).toMatchObject({ value: found[0]?.facts.offline });
  expect(verdict?.verdict).toBe("better");
  expect(readStudy(result.study)).toEqual(readStudy(studyInput(readStudy(result.study))));
});

it("a test that excludes the lift refuses the line", async () => {
  const { verdict } = await heldTo(online({ lift: -0.03, se: 0.01 }));
  expect(verdict).toMatchObject({ verdict: "doNotTrust", reason: { code: "onlineAgreement" } });
  expect(verdict?.reason.message).toContain("they disagree");
});

it("the log is the control arm of a value where its policy is the baseline", async () => {
  const { found, result } = await heldTo(online({ value: 0.9, se: 0.03 }));
  const logged = result.estimates.find(
    (row) => "value" in row && row.policy === "logged" && row.day === null,
  ) as { readonly value: number };
  expect(found[0]?.facts.online).toBeCloseTo(0.9 / logged.value - 1, 12);
});

import { describe, expect, it } from "vitest";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { collect } from "../../sql/run/collect.js";
import { bindLog } from "../bind.js";
import { meaningOf } from "../canonical.js";
import { brokenRules, canonicalValues, lawLog } from "../law-log.js";
import { readSummary } from "../read-summary.js";
import { summaryOf } from "../summary.js";
import { rangesPlan } from "../summary-plans.js";
import { reward } from "./rewards.js";

/** The reward `like` of a log whose column holds 2 and NULL. */
function withMissing(missing?: number) {
  const columns = [{ name: "liked", type: "double" }] as const;
  const spec = {
    source: { table: ["log"] },
    rewards: {
      like: { column: "liked", better: "higher", ...(missing !== undefined && { missing }) },
    },
    invalid: "refuse",
    structure: "check",
  } as const;
  const log = bindLog(spec, {}, undefined, columns);
  const rows = [{ liked: 2 }, { liked: null }];
  return { log, engine: createInterpreter({ log: rows }, { columns: { log: columns } }) };
}

const codesOf = async (missing?: number): Promise<readonly string[]> =>
  (await brokenRules(reward, withMissing(missing))).map(({ code }) => code);

describe("a reward that is NULL", () => {
  it("is refused, unless the study says what it counts as", async () => {
    expect(await codesOf()).toEqual(["rewardMissing"]);
    expect(await codesOf(-3)).toEqual([]);
  });

  it("then counts as that number, which widens the range", async () => {
    const { log, engine } = withMissing(-3);
    const summary = readSummary(log, await collect(engine, rangesPlan(log)), undefined);
    expect(summaryOf(log, summary, { name: "h_reward_0" })).toMatchObject({
      values: 1,
      range: [-3, 2],
    });
  });

  it("gives the sums another meaning", () => {
    const meanings = [undefined, 0, 1].map((each) =>
      meaningOf(withMissing(each).log, "h_reward_0"),
    );
    expect(meanings).toEqual(["reward:liked:given", "reward:liked:0", "reward:liked:1"]);
  });
});

it("may be true and false", async () => {
  const made = lawLog(reward, "boolean", [true, false, null]);
  expect(await canonicalValues(made, "h_reward_0")).toEqual([1, 0, null]);
});

import { describe, expect, it } from "vitest";
import { logColumns, randomLog } from "../../../test/fixture/random-log.js";
import {
  evaluateRows,
  inMemory,
  smallStudy,
  tallyRows,
} from "../../../test/fixture/small-study.js";
import { bindLog } from "../../log/bind.js";
import { impressions } from "../../log/impressions.js";
import type { Row } from "../../sql/interpreter/value.js";
import type { Range } from "../../sql/passes/bounds.js";
import { readStudy } from "../../study/read-study.js";
import { componentsOf, questionsOf } from "../ask/questions.js";
import { requestOf } from "../ask/tally-request.js";
import { curvesWith } from "./curve-requests.js";
import { type CurveTables, takeCurveTables } from "./take-curve-tables.js";

const curve = { fit: "geometric", cutoff: 6 };
const given = { model: "geometric", gamma: 0.6, cutoff: 6 };
const plain = randomLog("too wide", { trajectories: 200 });
/** Rewards as large as may be, next to small ones. */
const huge = plain.map((row, i): Row => ({ ...row, watch: i === 7 ? 9e99 : Number(row.watch) }));
/** How many columns a result says were not added exactly. */
async function inexact(rows: readonly Row[], exposure: object, more: object): Promise<number> {
  const study = smallStudy({
    log: { rewards: { watch: "watch" }, exposure },
    policies: { a: { rank: "rank_a" } },
    ...more,
  });
  const { warnings } = await evaluateRows(study, rows);
  return Number(warnings.find(({ code }) => code === "inexactSums")?.facts?.columns ?? 0);
}

const { model, cutoff, ...parameters } = given;
const fitted = [{ model, parameters, cutoff }];

/** The tables of a study, had its rewards been known to lie within a bound. */
async function tablesOf(name: string, exposure: object, bound: number): Promise<CurveTables> {
  const asInput = smallStudy({ log: { exposure }, estimators: [name] });
  const study = readStudy(asInput);
  const { survey } = (await tallyRows(asInput, plain)).about;
  const log = bindLog(study.log, study.policies, study.exposure.column, logColumns);
  const found = { ...survey, log, rows: impressions(log), sizes: [] };
  const questions = questionsOf(study, log, survey.summary, curvesWith(study.exposure, []));
  const { leaves, ...request } = requestOf(study, found, { kind: "exact" });
  const column = (role: string): Range =>
    role.startsWith("h_reward_") ? [-bound, bound] : leaves.column(role);
  const components = componentsOf(questions);
  const asked = { ...request, components, leaves: { ...leaves, column } };
  return takeCurveTables({ engine: inMemory(plain), options: {} }, asked, {
    strata: 1,
    fitted,
    varied: [],
  });
}

describe("the tables that a fitted curve takes", () => {
  it.each([
    ["dcg", "pairs", { curve: given }],
    ["ips", "slopes", { column: "eps0", curve: given }],
  ])("count as inexact where they have no bound: %s by %s", async (name, kind, exposure) => {
    const [bounded, endless] = [
      await tablesOf(name, exposure, 10),
      await tablesOf(name, exposure, Infinity),
    ];
    const tables = Object.keys(endless.tables);
    expect(tables.filter((table) => table.startsWith(kind))).toEqual(tables);
    expect([bounded.inexact, endless.inexact > 0]).toEqual([0, true]);
  });

  it("count for nothing where sums are exact, however wide their range, or are not asked to be", async () => {
    expect(await inexact(plain, { curve }, { estimators: ["dcg", "ndcg"] })).toBe(0);
    expect(await inexact(huge, { curve }, { estimators: ["dcg"] })).toBe(0);
    expect(await inexact(plain, { curve }, { estimators: ["dcg"], sums: "fast" })).toBe(0);
  });
});

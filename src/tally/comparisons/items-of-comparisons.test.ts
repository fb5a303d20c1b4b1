import { expect, it } from "vitest";
import { candidateColumns } from "../../../test/fixture/candidate-log.js";
import { offeredItems } from "../../../test/fixture/offered-items.js";
import { inMemory, smallStudy } from "../../../test/fixture/small-study.js";
import { requestOf } from "../../evaluate/ask/tally-request.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { withSurvey } from "../../evaluate/survey/with-survey.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { impressions } from "../../log/impressions.js";
import { readUse, useOf } from "../../log/role-use.js";

import type { Named } from "../../sql/relation.js";
import { readStudy } from "../../study/read-study.js";
import { takeItemTables } from "./items-of-comparisons.js";

const connection = {
  engine: inMemory(offeredItems("sampled").rows, candidateColumns),
  options: {},
};
const study = readStudy(
  smallStudy({
    log: { rows: "offered", viewed: "viewed", item: "item", rewards: { like: "like" } },
    policies: { a: { rank: "rank_a" } },
  }),
);

function withItems(log: BoundLog) {
  const use = useOf(log, "item");
  if (use === undefined) throw new Error("the log has items");
  return impressions(log, [[canonical.item.name, readUse(use)] satisfies Named]);
}

/** The tables of a log that is said to have so many impressions. */
const tablesOf = async (many: number) => {
  const bound = await bindSource(connection, study);
  return withSurvey(connection, study, bound, (found) => {
    const { candidates } = found.log;
    if (candidates === undefined) throw new Error("the log has candidates");
    const request = requestOf(study, found, { kind: "exact" });
    const base = { ...request, impressions: many, rows: withItems(found.log), keep: {} };
    const lines = { base, byTrajectory: found.rows, trajectoryHalvings: 0 };
    return takeItemTables(connection.engine, {
      comparisons: { ...lines, periods: [], targets: ["h_rank_0"], weighed: [] },
      candidates: withItems(candidates),
      targets: ["h_rank_0"],
      means: new Map([[null, [{ positive: 0.3, negative: 0 }]]]),
    });
  });
};

it("a sample of trajectories stands for all of them", async () => {
  const [whole, sample] = [await tablesOf(2 ** 20), await tablesOf(2 ** 24)];
  expect(Object.keys(whole)).toHaveLength(2);
  for (const [name, { columns }] of Object.entries(whole)) {
    for (const [column, { hi }] of Object.entries(columns)) {
      const own = sample[name]?.columns[column]?.hi ?? [];
      const total = (values: Iterable<number>) => [...values].reduce((sum, each) => sum + each, 0);
      const apart = Math.abs(total(own) - total(hi));
      expect(apart, `${name}: ${column}`).toBeLessThanOrEqual(0.2 * total(hi));
      if (column === "rows") expect([...own].filter((rows) => rows % 4 !== 0)).toEqual([]);
    }
  }
});

import { describe, expect, it } from "vitest";
import { type AbWorld, abMonth, abStudy } from "../../test/fixture/ab-month.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import { readStudy } from "../study/read-study.js";
import { compareOnline } from "./compare-online.js";
import type { LineStatistic, OnlineComparison } from "./result.js";

/** Each policy shows three of six items, so that the log lacks views of what the others show. */
const three: AbWorld = {
  seed: "three",
  days: 3,
  sessions: 250,
  slots: 3,
  skills: { a: -0.3, b: 0, c: 0.2, d: 0.5, e: 0.8 },
};

const compared = (
  world: AbWorld,
  unit: "perTrajectory" | "perImpression" = "perTrajectory",
): Promise<OnlineComparison> => {
  const made = abMonth(world);
  const by = unit === "perTrajectory" ? 1 : made.log.length / (world.days * world.sessions);
  const online = made.online.map((row) => ({
    ...row,
    value: Number(row.value) / by,
    standardError: Number(row.standardError) / by,
  }));
  const { log, ...study } = abStudy(world, { ...made, online });
  const rewards = { like: { column: "like", unlogged: { min: 0.02, max: 0.6 } } };
  const results = { results: { rows: online }, unit };
  const asked = readStudy({ ...study, log: { ...(log as object), rewards }, online: results });
  return compareOnline(asked, { engine: createInterpreter({}) });
};

describe("policies of which the log lacks views", () => {
  const comparison = compared(three);
  const perImpression = compared(three, "perImpression");

  it.each([
    ["perTrajectory", comparison],
    ["perImpression", perImpression],
  ])(
    "are held against online results %s by all that these may earn, over all days",
    async (estimand, found) => {
      const { overall, warnings } = await found;
      expect(overall?.estimand).toBe(estimand);
      const { differences = [], counts } = overall ?? {};
      expect(differences).toHaveLength(5);
      for (const { online, offline, withinErrors } of differences) {
        const [low = 0, high = 0] = offline.set ?? [];
        expect(low).toBeLessThan(online.value + 3 * online.se);
        expect(high).toBeGreaterThan(online.value - 3 * online.se);
        expect([low < offline.value, offline.value < high, withinErrors]).toEqual([
          true,
          true,
          true,
        ]);
      }
      expect(counts).toMatchObject({ wrong: 0 });
      expect(warnings.find(({ code }) => code === "onlyOverAllDays")?.facts).toEqual({
        policies: [..."abcde"],
        estimators: ["dcg"],
      });
    },
  );

  it("have a range of r over policies, and points by day and by other estimators", async () => {
    const { lines, overall } = await comparison;
    const pearsonOf = (line: (typeof lines)[number]): LineStatistic | undefined =>
      line.statistics.find(({ name }) => name === "pearson");
    for (const line of lines) {
      const isJudged = line.over === "policies" && line.label === overall?.label;
      expect(line.pairs.some(({ offline }) => offline.set !== undefined)).toBe(isJudged);
      const found = pearsonOf(line);
      if (found === undefined || "none" in found) continue;
      expect(found.range !== undefined).toBe(isJudged);
      if (found.range === undefined) continue;
      expect(found.range[0]).toBeLessThan(found.value);
      expect(found.range[1]).toBeGreaterThanOrEqual(found.value);
    }
  });
});

it("changes nothing where no view is missing", async () => {
  const whole = await compared({ ...three, slots: 6 });
  const text = JSON.stringify(whole);
  expect(whole.lines.length).toBeGreaterThan(0);
  for (const word of ["range", "set", "setSe"]) expect(text).not.toContain(`"${word}":`);
  expect(whole.warnings.map(({ code }) => code)).not.toContain("onlyOverAllDays");
});

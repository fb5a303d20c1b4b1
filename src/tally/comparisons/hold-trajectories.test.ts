import { describe, expect, it } from "vitest";
import { randomLog } from "../../../test/carried/random-log.js";
import { inMemory } from "../../../test/fixture/small-study.js";
import { requestOf } from "../../evaluate/ask/tally-request.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { withSurvey } from "../../evaluate/survey/with-survey.js";
import { double } from "../../sql/expression.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";
import type { TallyRequest } from "../request.js";
import { takeSums } from "../take.js";
import type { ComparisonRequest } from "./comparison-request.js";
import { holdTrajectories } from "./hold-trajectories.js";
import { periodsOf } from "./periods.js";
import { sampledTrajectories } from "./sampled-trajectories.js";
import { takeComparisonTables } from "./take-comparison-tables.js";

const studyOf = (structure: "check" | "declared") =>
  readStudy({
    log: {
      source: { table: "log" },
      trajectory: "session",
      user: "user",
      rank: "position",
      day: "day",
      listLength: "list_length",
      rewards: { like: "like", watch: "watch" },
      structure,
      exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
    },
    policies: { a: { rank: "rank_a" } },
  });

/** Sums and lines of a log, as they are and where its trajectories are held. */
async function bothWays(
  rows: readonly Row[],
  halvings: number,
  structure: "check" | "declared",
  impressions = 2 ** 20,
) {
  const engine = inMemory(rows);
  const study = studyOf(structure);
  const log = await bindSource({ engine, options: {} }, study);
  return withSurvey({ engine, options: {} }, study, log, async (found) => {
    const components = [{ over: "rows", value: double(1) } as const];
    const request = {
      ...requestOf(study, found, { kind: "exact" }),
      components,
      impressions,
      keep: {},
    };
    const comparisons: ComparisonRequest = {
      base: request,
      byTrajectory: halvings === 0 ? found.rows : sampledTrajectories(found.rows, halvings),
      trajectoryHalvings: halvings,
      periods: periodsOf(found.strata.flatMap(({ day }) => day ?? [])),
      targets: ["h_rank_0"],
      weighed: [],
    };
    const notes: (string | undefined)[] = [];
    const [sums, ofComparisons] = holdTrajectories(request, comparisons, rows.length, {
      onProgress: ({ note }) => notes.push(note),
    });
    const take = (asked: TallyRequest) =>
      takeSums(engine, asked, rows.length, async () => ({ daysSpan: false }));
    return {
      isHeld: ofComparisons.trajectoryRows !== undefined,
      notes,
      plain: [await take(request), await takeComparisonTables(engine, comparisons)],
      held: [
        await take({ ...request, ...sums }),
        await takeComparisonTables(engine, ofComparisons),
      ],
    };
  });
}

const sound = randomLog("held trajectories", { users: 40, days: 3, notShown: 0.2 });
const holes = randomLog("held trajectories, holes", { users: 40, days: 3, holes: 0.5 });

describe("trajectories that the pass over them holds", () => {
  it.each([
    ["a sound log", sound, 0],
    ["a sample of a sound log", sound, 1],
    ["a log with holes", holes, 0],
    ["a sample of a log with holes", holes, 1],
  ])("give the sums and tables of %s", async (_, rows, halvings) => {
    const { isHeld, plain, held } = await bothWays(rows, halvings, "check");
    expect(isHeld).toBe(true);
    expect(held).toEqual(plain);
  });

  it("are not held where they are too many, which is said", async () => {
    const { isHeld, notes, plain, held } = await bothWays(sound, 0, "check", 2 ** 25 + 1);
    expect(isHeld).toBe(false);
    expect(notes).toEqual([
      "trajectories are not held (the log has more than 33,554,432 rows): each of these statements reads the log",
    ]);
    expect(held).toEqual(plain);
  });

  it("are not held where no pass groups by trajectory", async () => {
    const { isHeld, notes, plain, held } = await bothWays(sound, 0, "declared");
    expect([isHeld, notes]).toEqual([false, []]);
    expect(held).toEqual(plain);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { requestOf } from "../src/evaluate/ask/tally-request.js";
import { bindSource } from "../src/evaluate/survey/bind-source.js";
import { withSurvey } from "../src/evaluate/survey/with-survey.js";
import { canonical } from "../src/log/canonical.js";
import type { Engine, Plan } from "../src/sql/engine.js";
import { divide, double } from "../src/sql/expression.js";
import { inputsOf, type Keep, type Relation } from "../src/sql/relation.js";
import { readStudy } from "../src/study/read-study.js";
import type { GroupSample } from "../src/tally/comparisons/comparison-request.js";
import { everyUser, sampleOfUsers } from "../src/tally/comparisons/group-sample.js";
import { periodsOf } from "../src/tally/comparisons/periods.js";
import { sampledTrajectories } from "../src/tally/comparisons/sampled-trajectories.js";
import { takeComparisonTables } from "../src/tally/comparisons/take-comparison-tables.js";
import type { TallyTable } from "../src/tally/tally.js";
import { columns, randomLog } from "./carried/random-log.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";

const targets = ["h_rank_0", "h_rank_1"];
const sessions = randomLog("held", {
  ...{ users: 3000, days: 3, feeds: 2, notShown: 0.2, holes: 0.2, negative: true },
});
const rows = sessions.map((row) => ({ ...row, user: BigInt(Number(row.user) % 1500) }));

let folder: LogFolder;
let path: string;
beforeAll(async () => {
  folder = await openLogFolder();
  path = await folder.write(rows, columns);
});
afterAll(() => folder.remove());

interface Read {
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly relations: readonly Relation[];
  readonly purposes: readonly string[];
}

interface How {
  readonly keep?: Keep;
  readonly groups?: GroupSample;
  readonly halvings?: number;
}

/** The tables of a verdict's lines, and the statements that they are of. */
async function linesOf(path: string, how: How): Promise<Read> {
  const { keep, groups = everyUser, halvings = 0 } = how;
  const study = readStudy({
    log: {
      source: path,
      trajectory: "session",
      user: "user",
      rank: "position",
      day: "day",
      feed: "feed",
      rewards: { like: "like", watch: "watch" },
      exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
    },
    policies: { a: { rank: "rank_a" }, b: { rank: "rank_b" } },
  });
  const own = await createDuckdbEngine({ threads: 1 });
  const relations: Relation[] = [];
  const purposes: string[] = [];
  const query: Engine["query"] = (plan: Plan, options) => {
    relations.push(plan.relation);
    purposes.push(plan.purpose);
    return own.query(plan, options);
  };
  const engine = { ...own, query };
  try {
    const log = await bindSource({ engine, options: {} }, study);
    const tables = await withSurvey({ engine, options: {} }, study, log, (found) => {
      relations.length = 0;
      purposes.length = 0;
      const plain = requestOf(study, found, { kind: "exact" });
      const samples = sampleOfUsers({ base: plain, groups });
      const base = { ...plain, samples, ...(keep && { keep }) };
      const weight = divide(canonical.reward(0), double(4));
      const request = {
        ...{ base, groups, targets, weighed: [], trajectoryHalvings: halvings },
        byTrajectory: halvings === 0 ? found.rows : sampledTrajectories(found.rows, halvings),
        periods: periodsOf(found.strata.flatMap(({ day }) => day ?? [])),
        usersOf: [{ candidate: "a", weight }],
      };
      return takeComparisonTables(engine, request);
    });
    return { tables, relations, purposes };
  } finally {
    await own.close();
  }
}

/** The relations that an engine may hold, and how many statements read the source next to these. */
function readsOf(relations: readonly Relation[]): {
  readonly held: number;
  readonly scans: number;
} {
  const held = new Set<string>();
  const readsSource = (relation: Relation): boolean => {
    if (relation.kind === "select" && relation.keep !== undefined) {
      held.add(
        JSON.stringify(relation, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
      );
      return false;
    }
    // Every input is visited, so that no rows that may be held are left out.
    const inputs = inputsOf(relation).map(readsSource);
    return relation.kind === "source" || inputs.includes(true);
  };
  const scans = relations.filter(readsSource).length;
  return { held: held.size, scans };
}

const known = new Map<string, Promise<Read>>();
/** `linesOf` the log, computed once a way of reading. */
function linesBy(how: How): Promise<Read> {
  const key = JSON.stringify(how);
  const found = known.get(key) ?? linesOf(path, how);
  known.set(key, found);
  return found;
}

describe("rows that several statements read", () => {
  it("give the same tables held as read again", async () => {
    const [held, again] = [await linesBy({ keep: {} }), await linesBy({})];
    expect(Object.keys(held.tables).length).toBeGreaterThan(6);
    expect(held.tables).toEqual(again.tables);
  });

  it.each<[string, How]>([
    ["half of the users", { groups: { halvings: 1, byFeed: new Map() } }],
    ["half of the users of a feed", { groups: { halvings: 1, byFeed: new Map([["2", 0]]) } }],
    ["halves of users and sessions", { groups: { halvings: 1, byFeed: new Map() }, halvings: 1 }],
  ])("give the same tables with the groups of %s", async (_, how) => {
    const [held, again] = [await linesBy({ ...how, keep: {} }), await linesBy(how)];
    expect(held.tables).toEqual(again.tables);
    expect(held.tables).not.toEqual((await linesBy({})).tables);
  });

  it("give the same tables where the users of a sample are so few that all are told apart", async () => {
    const groups = { halvings: 5, byFeed: new Map() };
    expect((await linesBy({ groups, keep: {} })).tables).toEqual((await linesBy({})).tables);
  });

  it("are read once for rewarded rows, once for trajectories and once a policy for views", async () => {
    const { relations } = await linesBy({ keep: {} });
    expect(readsOf(relations)).toEqual({ held: 2, scans: targets.length });
    const without = await linesBy({});
    expect(readsOf(without.relations)).toEqual({ held: 0, scans: without.relations.length });
  });
});

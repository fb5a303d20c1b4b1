import { beforeAll, describe, expect, it } from "vitest";
import { totalOf } from "../src/checks/grouped-sums.js";
import { jackknife } from "../src/checks/jackknife.js";
import { differenceUnder } from "../src/checks/pairs-of-ranks.js";
import { readLogTables } from "../src/checks/read-log-tables.js";
import { readPolicyTables } from "../src/checks/read-policy-tables.js";
import type { PolicyTables } from "../src/checks/tables.js";
import { requestOf } from "../src/evaluate/ask/tally-request.js";
import { bindSource } from "../src/evaluate/survey/bind-source.js";
import { withSurvey } from "../src/evaluate/survey/with-survey.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import type { ComparisonRequest } from "../src/tally/comparisons/comparison-request.js";
import { pairsOfComparison } from "../src/tally/comparisons/comparison-shapes.js";
import { groupSampleOf } from "../src/tally/comparisons/group-sample.js";
import { takeComparisonTables } from "../src/tally/comparisons/take-comparison-tables.js";
import { randomLog } from "./carried/random-log.js";
import { inMemory } from "./fixture/small-study.js";

const curve = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
const study = readStudy({
  log: {
    source: { table: "log" },
    trajectory: "session",
    user: "user",
    rank: "position",
    listLength: "list_length",
    feed: "feed",
    rewards: { like: "like", watch: "watch" },
    exposure: { curve: { table: curve } },
  },
  policies: { a: { rank: "rank_a" } },
});

async function tablesOf(rows: readonly Row[], more: Partial<ComparisonRequest>) {
  const engine = inMemory(rows);
  const log = await bindSource({ engine, options: {} }, study);
  return withSurvey({ engine, options: {} }, study, log, (found) => {
    const base = requestOf(study, found, { kind: "exact" });
    const request = { base, byTrajectory: found.rows, targets: ["h_rank_0"], weighed: [] };
    return takeComparisonTables(engine, { ...request, ...more });
  });
}

/** The tables of one feed, and the standard errors of sums over all rows. */
async function readingOf(rows: readonly Row[], more: Partial<ComparisonRequest>, feed: string) {
  const tables = await tablesOf(rows, more);
  const rewards = ["like", "watch"].map((name) => ({ name, range: [-3, 9] as const }));
  const source = { tables, feed, listsKnown: true, rewards };
  const log = readLogTables(source, pairsOfComparison("h_rank_0"));
  if (log === undefined) throw new Error("no tables");
  const policy = readPolicyTables(source, "h_rank_0", log.ranks);
  const n = log.trajectories.reduce((sum, each) => sum + each, 0);
  const errorOf = (value: (tables: PolicyTables, without?: number) => number) =>
    jackknife(log.trajectories.length, (without) => value(policy, without)).se;
  const difference = (reward: string) =>
    errorOf(({ cells, rewards: all }, without) => {
      const found = all[reward];
      if (found === undefined) throw new Error(reward);
      return differenceUnder(curve, cells, totalOf(found, without).sum, n);
    });
  const filled = errorOf(({ cells, rows: counts }, without) =>
    totalOf(counts, without).rows.reduce(
      (sum, count, cell) => sum + (Number(cells.target[cell]) === 2 ? count / n : 0),
      0,
    ),
  );
  return { tables, log, policy, errors: [difference("like"), difference("watch"), filled] };
}

const rows = randomLog("sampled groups", { users: 1500, feeds: 2, negative: true, notShown: 0.2 });
const half = { halvings: 1, byFeed: new Map<string, number>() };

let whole: Awaited<ReturnType<typeof readingOf>>;
beforeAll(async () => {
  whole = await readingOf(rows, {}, "2");
});

describe("tables in which groups are told apart for a sample of the users", () => {
  it("have the values of all rows, and errors as large as those of all users", async () => {
    const part = await readingOf(rows, { groups: half }, "2");
    expect(part.tables["line pairs h_rank_0"]).not.toEqual(whole.tables["line pairs h_rank_0"]);
    const near = (values: ArrayLike<number>) => Array.from(values, (x) => expect.closeTo(x, 8));
    const sums = ({ policy }: typeof whole) => {
      const { rank, target } = policy.cells;
      const counts = totalOf(policy.rows).rows;
      const { sum, squares, rewarded } = totalOf(policy.rewards.watch ?? ({} as never));
      const all = [counts, sum, squares, rewarded];
      const order = Array.from(counts, (_, cell) => cell).sort(
        (a, b) => (rank[a] ?? 0) - (rank[b] ?? 0) || (target[a] ?? 0) - (target[b] ?? 0),
      );
      return order.flatMap((cell) => [rank[cell] ?? 0, ...all.map((values) => values[cell] ?? 0)]);
    };
    expect(sums(part)).toEqual(near(sums(whole)));
    expect(Array.from(totalOf(part.log.views).views)).toEqual(near(totalOf(whole.log.views).views));
    const ratios = part.errors.map((error, at) => error / (whole.errors[at] ?? 0));
    for (const ratio of ratios) {
      expect(ratio).toBeGreaterThan(0.6);
      expect(ratio).toBeLessThan(1.6);
    }
  });

  it("hold no more rows in a group than there are, also in cells of one row", async () => {
    const { policy } = await readingOf(rows, { groups: half }, "2");
    for (const without of policy.rows.groups.keys()) {
      for (const count of totalOf(policy.rows, without).rows) expect(count).toBeGreaterThan(-1e-9);
    }
  });

  it("are as before on a feed of which all users are told apart", async () => {
    const mixed = { halvings: 1, byFeed: new Map([["2", 0]]) };
    const part = await readingOf(rows, { groups: mixed }, "2");
    expect(part.policy.rows.groups).toEqual(whole.policy.rows.groups);
    expect(part.errors).toEqual(whole.errors);
  });

  it("are taken of all users where few carry the sample", async () => {
    const few = rows.map((row) => ({ ...row, user: BigInt(Number(row.user) % 40) }));
    const [all, part] = await Promise.all([tablesOf(few, {}), tablesOf(few, { groups: half })]);
    expect(part).toEqual(all);
  });
});

describe("the sample of groups", () => {
  it("is everybody of a small log, and of small feeds of a large one", () => {
    expect(groupSampleOf(new Map([[null, 2 ** 20]]))).toEqual({ halvings: 0, byFeed: new Map() });
    const feeds = new Map([
      ["large", 2 ** 24],
      ["small", 2 ** 18],
      ["tiny", 100],
    ]);
    const byFeed = new Map([
      ["small", 1],
      ["tiny", 0],
    ]);
    expect(groupSampleOf(feeds)).toEqual({ halvings: 5, byFeed });
  });
});

describe("tables by trajectory of a sample", () => {
  it("count for all trajectories", async () => {
    const part = await tablesOf(rows, { trajectoryHalvings: 1 });
    for (const [name, table] of Object.entries(whole.tables)) {
      const times = name === "line depths" || name === "line rewards by depth" ? 2 : 1;
      const doubled = table.columns.trajectories?.hi.map((value) => value * times);
      expect(part[name]?.columns.trajectories?.hi).toEqual(doubled);
    }
  });
});

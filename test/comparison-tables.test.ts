import { describe, expect, it } from "vitest";
import { type GroupedSums, totalOf } from "../src/checks/grouped-sums.js";
import { readLogTables } from "../src/checks/read-log-tables.js";
import { readPairTables } from "../src/checks/read-pair-tables.js";
import { readPolicyTables } from "../src/checks/read-policy-tables.js";
import { requestOf } from "../src/evaluate/ask/tally-request.js";
import { bindSource } from "../src/evaluate/survey/bind-source.js";
import { withSurvey } from "../src/evaluate/survey/with-survey.js";
import { canonical } from "../src/log/canonical.js";
import { apply, column, divide, double, indicator, lookup } from "../src/sql/expression.js";
import { readStudy } from "../src/study/read-study.js";
import {
  depthsOfComparisons,
  pairsOfComparison,
  weightsOfComparison,
} from "../src/tally/comparisons/comparison-shapes.js";
import { takeSameRewards } from "../src/tally/comparisons/same-rewards.js";
import { takeComparisonTables } from "../src/tally/comparisons/take-comparison-tables.js";
import { randomLog } from "./carried/random-log.js";
import { buildTables, type Session } from "./fixture/build-tables.js";
import { inMemory } from "./fixture/small-study.js";

const curve = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
const studyLog = {
  source: { table: "log" },
  trajectory: "session",
  user: "user",
  rank: "position",
  listLength: "list_length",
  censored: "cut",
  rewards: { like: "like", watch: "watch" },
  exposure: { curve: { table: curve } },
};
const study = readStudy({
  log: studyLog,
  policies: { a: { rank: "rank_a", shows: 3 }, b: { rank: "rank_b" } },
});
const rows = randomLog("lines", { notShown: 0.2, cut: 0.2, holes: 0.2, negative: true });

describe("the tables of a verdict's lines", () => {
  it("are those counted row by row", async () => {
    const engine = inMemory(rows);
    const log = await bindSource({ engine, options: {} }, study);
    const isShown = apply("<=", canonical.rank, canonical.shows(0));
    const shown = new Map([["h_rank_0", indicator(isShown)]]);
    const tables = await withSurvey({ engine, options: {} }, study, log, async (found) => {
      const base = requestOf(study, found, { kind: "exact" });
      const asked = { base, byTrajectory: found.rows, targets: ["h_rank_0"], shown, weighed: [] };
      return {
        ...(await takeComparisonTables(engine, asked)),
        ...(await takeSameRewards(engine, asked)),
      };
    });
    const source = {
      tables,
      feed: null,
      listsKnown: true,
      rewards: [
        { name: "like", range: [0, 1] as const },
        { name: "watch", range: [-3, 9] as const },
      ],
    };
    const found = readLogTables(source, pairsOfComparison("h_rank_0"));
    if (found === undefined) throw new Error("no tables");
    const policy = readPolicyTables(source, "h_rank_0", found.ranks);
    const sessions = new Map<
      unknown,
      { rows: Session["rows"][number][]; listLength: number; cut: boolean }
    >();
    for (const row of rows) {
      const own = sessions.get(row.session) ?? {
        rows: [],
        listLength: Number(row.list_length),
        cut: false,
      };
      own.cut =
        row.cut === 1n &&
        Math.max(...rows.filter((r) => r.session === row.session).map((r) => Number(r.position))) <
          own.listLength;
      own.rows.push({
        rank: Number(row.position),
        target: Number(row.rank_a ?? 0),
        rewards: { like: Number(row.like), watch: Number(row.watch) },
      });
      sessions.set(row.session, own);
    }
    const expected = buildTables(
      [...sessions.values()].map((each) => ({ ...each, group: 0, shows: 3 })),
      ["like", "watch"],
      1,
    );
    expect(found.ranks).toBe(expected.log.ranks);
    const same = <Name extends string>(
      a: GroupedSums<Name> | undefined,
      b: GroupedSums<Name> | undefined,
    ) => {
      if (a === undefined || b === undefined) throw new Error("a table is missing");
      const names = Object.keys(b.groups[0] ?? {}) as Name[];
      expect(names).not.toEqual([]);
      for (const name of names) {
        expect(Array.from(totalOf(a)[name]), name).toEqual(
          Array.from(totalOf(b)[name], (x) => expect.closeTo(x, 6)),
        );
      }
    };
    same(found.views, expected.log.views);
    same(found.depths, expected.log.depths);
    same(found.lists, expected.log.lists);
    for (const name of ["like", "watch"]) {
      same(found.rewards[name]?.byDepth, expected.log.rewards[name]?.byDepth);
      expect(found.rewards[name]?.same).toEqual(expected.log.rewards[name]?.same);
      expect(found.rewards[name]?.fourth).toBeCloseTo(expected.log.rewards[name]?.fourth ?? 0, 4);
    }
    same(policy.shown, expected.policy.shown);
    same(policy.moved, expected.policy.moved);
    const near = (all: Record<string, number>) =>
      Object.fromEntries(Object.entries(all).map(([key, x]) => [key, expect.closeTo(x, 5)]));
    const byPair = (tables: typeof policy, reward?: string) => {
      const sums = new Map<string, number>();
      const { rank, target } = tables.cells;
      const values =
        reward === undefined
          ? totalOf(tables.rows).rows
          : totalOf(tables.rewards[reward] as never as typeof tables.rows & never)["sum" as never];
      (values as Float64Array).forEach((x, cell) => {
        const key = `${rank[cell]} ${target[cell]}`;
        if (x !== 0) sums.set(key, (sums.get(key) ?? 0) + x);
      });
      return Object.fromEntries([...sums].sort());
    };
    expect(byPair(policy)).toEqual(near(byPair(expected.policy)));
    expect(byPair(policy, "watch")).toEqual(near(byPair(expected.policy, "watch")));
    const bySize = ({ sizes }: typeof policy, reward: string, show = (x: number): unknown => x) => {
      const own = sizes?.[reward];
      if (own === undefined) throw new Error(`no sizes of ${reward}`);
      const { rank, target } = own.cells;
      const cells = Array.from(own.size, (size, at) => [
        `${own.isLoss[at]} ${rank[at]} ${target[at]} ${size}`,
        [own.rewarded, own.sum, own.squares, own.least, own.most].map((x) => show(x[at] ?? 0)),
      ]);
      return Object.fromEntries(cells);
    };
    const wanted = bySize(expected.policy, "watch", (x) => expect.closeTo(x, 5));
    expect(Object.keys(wanted).length).toBeGreaterThan(20);
    expect(bySize(policy, "watch")).toEqual(wanted);
  });

  it("hold the weights of a candidate and its baseline, in bins", async () => {
    const at = (name: string) => apply("coalesce", lookup("p", curve, column(name)), double(0));
    const weightOf = (name: string) => divide(at(name), lookup("p", curve, canonical.rank));
    const pair = {
      candidate: "a",
      baseline: "b",
      by: "exposure" as const,
      weight: weightOf("h_rank_0"),
      baseWeight: weightOf("h_rank_1"),
    };
    const engine = inMemory(rows);
    const log = await bindSource({ engine, options: {} }, study);
    const tables = await withSurvey({ engine, options: {} }, study, log, (found) => {
      const base = requestOf(study, found, { kind: "exact" });
      const request = { base, byTrajectory: found.rows, targets: [], weighed: [pair] };
      return takeComparisonTables(engine, request);
    });
    const name = weightsOfComparison(pair);
    const range = [0, 1] as const;
    const source = { tables, feed: null, listsKnown: false, rewards: [{ name: "like", range }] };
    const read = readPairTables(source, name);
    if (read === undefined) throw new Error("no table");
    const p = (rank: unknown, most = 9): number =>
      rank === null || Number(rank) > most ? 0 : (curve[Number(rank) - 1] ?? 0);
    const all = rows.map((row) => {
      const slots = Number(row.list_length);
      const weight = p(row.rank_a, Math.min(slots, 3)) / p(row.position);
      const baseWeight = p(row.rank_b, slots) / p(row.position);
      return { rank: Number(row.position), weight, baseWeight, like: Number(row.like) };
    });
    const [counts, likes] = [totalOf(read.rows).rows, totalOf(read.rewards.like as never).sum];
    const bin = (weight: number): number =>
      weight === 0 ? -99 : Math.round(4 * Math.log2(weight));
    const key = (rank: number, w: number, v: number, alike: boolean): string =>
      [rank, bin(w), bin(v), alike].join(" ");
    const expected = new Map<string, number[]>();
    for (const { rank, weight, baseWeight, like } of all) {
      const at = key(rank, weight, baseWeight, weight === baseWeight);
      const [n = 0, w = 0, v = 0, c = 0] = expected.get(at) ?? [];
      expected.set(at, [n + 1, w + weight, v + baseWeight, c + like]);
    }
    const found = Array.from(counts, (n, cell): [string, number[]] => {
      const [w, v] = [read.weight[cell] ?? 0, read.baseWeight[cell] ?? 0];
      const sums = [n, n * w, n * v, (likes as Float64Array)[cell] ?? 0];
      return [key(read.rank[cell] ?? 0, w, v, read.alike[cell] ?? false), sums];
    });
    expect(found.length).toBeGreaterThan(20);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        [...expected].map(([at, sums]) => [at, sums.map((each) => expect.closeTo(each, 8))]),
      ),
    );
  });

  it.each([1, 2000])(
    "know the last rows of any number of policies as of each alone, ranks times %d",
    async (times) => {
      const names = ["a", "b", "c", "d", "e", "f", "g"];
      const columnOf = (at: number): string => (at % 3 === 0 ? "rank_a" : "rank_b");
      const policies = Object.fromEntries(names.map((name, at) => [name, { rank: columnOf(at) }]));
      const deep = { exposure: { curve: { model: "log2", cutoff: 20_000 } } };
      const many = readStudy({ log: { ...studyLog, ...deep }, policies });
      const ofRank = ["position", "list_length", "rank_a", "rank_b"];
      const farther = rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => [
            name,
            typeof value === "bigint" && ofRank.includes(name) ? value * BigInt(times) : value,
          ]),
        ),
      );
      const engine = inMemory(farther);
      const log = await bindSource({ engine, options: {} }, many);
      const downs = (targets: readonly string[]) =>
        withSurvey({ engine, options: {} }, many, log, async (found) => {
          const base = requestOf(many, found, { kind: "exact" });
          const asked = { base, byTrajectory: found.rows, targets, weighed: [] };
          const table = (await takeComparisonTables(engine, asked))[depthsOfComparisons.name];
          return targets.map((target) => [...(table?.columns[`${target} down`]?.hi ?? [])]);
        });
      const together = await downs(names.map((_, at) => `h_rank_${at}`));
      const [[a], [b]] = [await downs(["h_rank_0"]), await downs(["h_rank_1"])];
      expect(a).not.toEqual(b);
      expect(together).toEqual(names.map((_, at) => (at % 3 === 0 ? a : b)));
    },
  );
});

import { expect, it } from "vitest";
import { inMemory } from "../../../test/fixture/small-study.js";
import { requestOf } from "../../evaluate/ask/tally-request.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { withSurvey } from "../../evaluate/survey/with-survey.js";
import { createRandom } from "../../random/create-random.js";
import { readStudy } from "../../study/read-study.js";
import { takeCells } from "../one-scan.js";
import { rankKey, stepKey, targetKey } from "./comparison-shapes.js";
import { neighbours } from "./neighbours.js";
import { readTable } from "./read-comparison-table.js";

interface Shown {
  readonly session: number;
  readonly feed: number;
  readonly rank: number;
  readonly target: number | null;
  readonly length: number;
  readonly kind: string;
  readonly watch: number;
}

/** Sessions with rows that are missing between others, items without a target rank, and rewards below 0. */
function drawnRows(seed: string): readonly Shown[] {
  const random = createRandom(`neighbours ${seed}`);
  return Array.from({ length: 300 }, (_, session) => {
    const targets = [1, 2, 3, 4, 5, 6].map((rank) => ({ rank, key: random.next() }));
    const order = targets.toSorted((a, b) => a.key - b.key).map(({ rank }) => rank);
    const feed = 1 + random.integer(2);
    return order.slice(0, 1 + random.integer(6)).map((target, at) => ({
      ...{ session, feed, rank: at + 1, length: 6 - random.integer(2) },
      target: random.next() < 0.1 ? null : target,
      kind: "abc".charAt(random.integer(3)),
      watch: random.next() < 0.4 ? 0 : random.integer(20) / 4 - 1,
    }));
  })
    .flat()
    .filter(() => random.next() < 0.95)
    .map((row) => ({ ...row, length: 5 }));
}

const study = readStudy({
  log: {
    ...{ source: { table: "log" }, trajectory: "session", feed: "feed", cluster: "kind" },
    ...{ rank: "position", listLength: "length", rewards: { watch: "watch" } },
    exposure: { curve: { table: [1, 0.7, 0.5, 0.35, 0.25, 0.2] } },
    invalid: "excludeTrajectories",
  },
  policies: { a: { rank: "rank_a" } },
});

async function tablesOf(rows: readonly Shown[], of = study) {
  const kinds = { session: "bigint", feed: "bigint", position: "bigint" } as const;
  const types = {
    ...kinds,
    length: "bigint",
    rank_a: "bigint",
    kind: "text",
    watch: "double",
  } as const;
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
  const canonicalRows = rows.map(({ session, feed, rank, target, length, kind, watch }) => ({
    ...{ session: BigInt(session), feed: BigInt(feed), position: BigInt(rank), kind, watch },
    ...{ length: BigInt(length), rank_a: target === null ? null : BigInt(target) },
  }));
  const engine = inMemory(canonicalRows, columns);
  const log = await bindSource({ engine, options: {} }, of);
  return withSurvey({ engine, options: {} }, of, log, async (found) => {
    const base = requestOf(of, found, { kind: "exact" });
    const asked = { base, byTrajectory: found.rows, targets: ["h_rank_0"], weighed: [] };
    const statements = neighbours(asked);
    const tables = await takeCells(
      engine,
      statements.map(({ cells }) => cells),
    );
    return statements.flatMap((statement, at) => {
      const table = tables[at];
      return table === undefined ? [] : [readTable(table, statement)];
    });
  });
}

type Found = Awaited<ReturnType<typeof tablesOf>>[number];

/** Sums by feed, keys and name of the column. */
function sumsOf(table: Found | undefined, keys: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  if (table === undefined) return sums;
  for (const [name, { hi, lo }] of Object.entries(table.columns)) {
    hi.forEach((value, row) => {
      const at = keys.map((key) => table.keys[key]?.[row]);
      const key = [table.strata[table.stratum[row] ?? 0]?.feed, ...at, name].join(" ");
      sums[key] = (sums[key] ?? 0) + value + (lo?.[row] ?? 0);
    });
  }
  return sums;
}

const near = (sums: Record<string, number>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, expect.closeTo(sum, 6)]));

it("adds up what rows earn by the clusters above and below them, as counted row by row", async () => {
  const rows = drawnRows("1").filter(({ rank }) => rank <= 5);
  const at = new Map(rows.map((row) => [`${row.session} ${row.rank}`, row]));
  const placed = new Map(rows.map((row) => [`${row.session} ${row.target}`, row]));
  const [log, policy] = await tablesOf(rows);
  const strata = new Map<string, { readonly row: Shown; readonly isAfter: boolean }[]>();
  const moved: Record<string, number> = {};
  for (const row of rows) {
    const [above, below] = [-1, 1].map((by) => at.get(`${row.session} ${row.rank + by}`));
    const [a, b] = [above?.kind === row.kind, below?.kind === row.kind];
    if (above && below && a !== b) {
      const name = `${row.feed} ${row.kind} ${row.rank}`;
      strata.set(name, [...(strata.get(name) ?? []), { row, isAfter: a }]);
    }
    const { target } = row;
    const before = target === null ? undefined : placed.get(`${row.session} ${target - 1}`);
    if (target === null || target > 5 || row.watch === 0 || (target > 1 && !before)) continue;
    const step = 1 + (before?.kind === row.kind ? 1 : 0) - (a ? 1 : 0);
    const key = [row.feed, Math.max(row.rank, before?.rank ?? 0), target, step, "0 sum"].join(" ");
    moved[key] = (moved[key] ?? 0) + row.watch;
  }
  const expected: Record<string, number> = {};
  const add = ({ feed, rank }: Shown, name: string, value: number): void => {
    const key = `${feed} ${rank} 0 ${name}`;
    expected[key] = (expected[key] ?? 0) + value;
  };
  for (const all of strata.values()) {
    const mean = all.reduce((sum, { row }) => sum + row.watch, 0) / all.length;
    for (const { row, isAfter } of all) {
      const weight = all.filter((each) => each.isAfter !== isAfter).length / all.length;
      const kind = isAfter ? "after" : "before";
      add(row, kind, weight * (row.watch - mean));
      add(row, "expected", isAfter ? weight * mean : 0);
      add(row, isAfter ? "rewardedAfter" : "rewardedBefore", row.watch === 0 ? 0 : 1);
    }
  }
  expect(Object.keys(moved).length).toBeGreaterThan(60);
  expect(sumsOf(log, [rankKey])).toEqual(near(expected));
  expect(sumsOf(policy, [rankKey, targetKey, stepKey])).toEqual(near(moved));
});

it("asks nothing of a log that names no clusters", async () => {
  const { cluster: _, ...log } = study.log;
  expect(await tablesOf(drawnRows("2"), { ...study, log })).toEqual([]);
});

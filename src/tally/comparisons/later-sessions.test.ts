import { describe, expect, it } from "vitest";
import { shuffled } from "../../../test/fixture/random-log.js";
import { runRelation } from "../../../test/fixture/run-relation.js";
import { inMemory } from "../../../test/fixture/small-study.js";
import { requestOf } from "../../evaluate/ask/tally-request.js";
import { bindSource } from "../../evaluate/survey/bind-source.js";
import { withSurvey } from "../../evaluate/survey/with-survey.js";
import { canonical } from "../../log/canonical.js";
import { createRandom } from "../../random/create-random.js";
import { apply, column, divide, double, type Expression, lookup } from "../../sql/expression.js";
import type { Row } from "../../sql/interpreter/value.js";
import { select } from "../../sql/relation.js";
import { readStudy } from "../../study/read-study.js";
import { takeCells } from "../one-scan.js";
import type { GroupSample } from "./comparison-request.js";
import { everyUser, isOfSample } from "./group-sample.js";
import { laterSessions } from "./later-sessions.js";
import { periodsOf } from "./periods.js";
import { readTable } from "./read-comparison-table.js";
import { sessionAggregates } from "./session-sums.js";

const curve = [1, 0.7, 0.5, 0.35, 0.25, 0.2];
const study = readStudy({
  log: {
    ...{ source: { table: "log" }, trajectory: "session", user: "user", feed: "feed", day: "day" },
    ...{ rank: "position", exposure: { curve: { table: curve } } },
    rewards: { like: { column: "like", missing: 0 } },
  },
  policies: { a: { rank: "rank_a" } },
});
const days = Array.from({ length: 9 }, (_, day) => `2026-11-${String(day + 1).padStart(2, "0")}`);

/** Users with one session and with many, rows without a user, a reward or a target rank, sessions of one day. */
function randomRows(seed: string): readonly Row[] {
  const random = createRandom(`later sessions ${seed}`);
  return Array.from({ length: 300 }, (_, session) => {
    const user =
      random.next() < 0.1 ? null : BigInt(random.integer(random.next() < 0.5 ? 200 : 30));
    const shared = {
      ...{ session: BigInt(session), user, feed: BigInt(1 + random.integer(2)) },
      day: days[random.integer(9)] ?? "",
    };
    const ranks = Array.from({ length: 1 + random.integer(6) }, (_rank, at) => at);
    return ranks.map((at) => ({
      ...shared,
      position: BigInt(at + 1),
      like: random.next() < 0.2 ? null : random.integer(20) / 4 - 1,
      rank_a: random.next() < 0.2 ? null : BigInt(1 + random.integer(6)),
    }));
  }).flat();
}

async function tableOf(rows: readonly Row[], groups: GroupSample = everyUser) {
  const kinds = { session: "bigint", user: "bigint", feed: "bigint", position: "bigint" } as const;
  const types = { ...kinds, day: "text", like: "double", rank_a: "bigint" } as const;
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
  const engine = inMemory(rows, columns);
  const log = await bindSource({ engine, options: {} }, study);
  return withSurvey({ engine, options: {} }, study, log, async (found) => {
    const base = requestOf(study, found, { kind: "exact" });
    const at = (rank: Expression) => apply("coalesce", lookup("p", curve, rank), double(0));
    const weight = divide(at(column("h_rank_0")), lookup("p", curve, canonical.rank));
    const request = {
      ...{ base, groups, byTrajectory: found.rows, targets: ["h_rank_0"], weighed: [] },
      periods: periodsOf(days),
      usersOf: [{ candidate: "a", weight }],
    };
    const { usersOf: _, ...withoutUsers } = request;
    for (const asked of [withoutUsers, { ...request, periods: request.periods.slice(0, 1) }]) {
      expect(laterSessions(asked)).toEqual([]);
      expect(sessionAggregates(asked)).toEqual([]);
    }
    const [statement] = laterSessions(request);
    const names = [
      ["user", canonical.user],
      ["feed", canonical.feed],
    ] as const;
    const ofSample = select(found.rows, names, { where: isOfSample(found.log, groups) });
    const sampled = await runRelation(engine, ofSample, { user: "bigint", feed: "bigint" });
    const users = new Set(sampled.map(([user, feed]) => `${user} ${feed}`));
    if (statement === undefined) throw new Error("no statement");
    const [table] = await takeCells(engine, [statement.cells]);
    if (table === undefined) throw new Error("no table");
    return { table: readTable(table, statement), users };
  });
}

/** The table's sums by feed. */
function sumsOf({ strata, stratum, columns }: Awaited<ReturnType<typeof tableOf>>["table"]) {
  const found: Record<string, number> = {};
  for (const [name, { hi, lo }] of Object.entries(columns)) {
    hi.forEach((value, row) => {
      const key = `${strata[stratum[row] ?? 0]?.feed} ${name}`;
      found[key] = (found[key] ?? 0) + value + (lo?.[row] ?? 0);
    });
  }
  return found;
}

const grouped = <T>(values: readonly T[], key: (value: T) => string): readonly T[][] => [
  ...values
    .reduce((groups, each) => {
      const own = groups.get(key(each)) ?? [];
      return groups.set(key(each), [...own, each]);
    }, new Map<string, T[]>())
    .values(),
];

/** The same, pair by pair. */
function byPairs(rows: readonly Row[], users?: ReadonlySet<string>) {
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const excess = ({ rank_a, position }: Row): number =>
    (curve[Number(rank_a) - 1] ?? 0) / (curve[Number(position) - 1] ?? 1) - 1;
  const sessions = grouped(rows, ({ session }) => `${session}`)
    .map((own) => ({
      user: (own[0]?.user ?? (1n << 62n) + BigInt(`${own[0]?.session}`)) as bigint,
      feed: `${own[0]?.feed}`,
      part: Math.floor(days.indexOf(`${own[0]?.day}`) / 2),
      depth: own.length,
      y: sum(own.map(({ like }) => Number(like ?? 0))),
      x: sum(own.map((row) => Math.floor(excess(row) * 2 ** 20 + 0.5) / 2 ** 20)),
    }))
    .filter(({ user, feed }) => users?.has(`${user} ${feed}`) ?? true);
  const alike = grouped(sessions, ({ feed, part, depth }) => `${feed} ${part} ${depth}`);
  const centred = alike.flatMap((own) => {
    const mean = sum(own.map(({ x }) => x)) / own.length;
    return own.map((each) => ({ ...each, x: Math.floor((each.x - mean) * 4096 + 0.5) / 4096 }));
  });
  const feeds = grouped(centred, ({ feed }) => feed).map((own) => {
    const ofUsers = grouped(own, ({ user }) => `${user}`);
    const pairs = ofUsers.flatMap((each) =>
      each.flatMap((a) => each.filter(({ part }) => part > a.part).map((b) => ({ a, b }))),
    );
    return {
      sessions: own.length,
      pairs: sum(ofUsers.map(({ length }) => (length * (length - 1)) / 2)),
      apart: pairs.length,
      "0 reward": sum(own.map(({ y }) => y)),
      "a squares": sum(own.map(({ x }) => x * x)),
      "a after": sum(pairs.map(({ a }) => a.x)),
      "a before": sum(pairs.map(({ b }) => b.x)),
      "a 0 after": sum(pairs.map(({ a, b }) => a.x * b.y)),
      "a 0 before": sum(pairs.map(({ a, b }) => a.y * b.x)),
      feed: own[0]?.feed ?? "",
    };
  });
  return Object.fromEntries(
    feeds.flatMap(({ feed, ...own }) =>
      Object.entries(own).map(([name, value]) => [`${feed} ${name}`, expect.closeTo(value, 6)]),
    ),
  );
}

describe("the table of later sessions", () => {
  const rows = randomRows("1");

  it("is that of pairs counted one by one", async () => {
    for (const seed of ["1", "2", "3"]) {
      const own = randomRows(seed);
      expect(sumsOf((await tableOf(own)).table)).toEqual(byPairs(own));
    }
  });

  it("has the same bits in any order of the rows", async () => {
    const { table } = await tableOf(rows);
    expect((await tableOf(shuffled(rows, createRandom("order")))).table).toEqual(table);
  });

  it("is of the users of a sample alone, where there is one", async () => {
    const { table, users } = await tableOf(rows, { halvings: 1, byFeed: new Map([["2", 0]]) });
    expect(users.size).toBeGreaterThan(20);
    expect(sumsOf(table)).toEqual(byPairs(rows, users));
    expect(sumsOf(table)).not.toEqual(byPairs(rows));
  });
});

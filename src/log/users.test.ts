import { describe, expect, it } from "vitest";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { collect } from "../sql/run/collect.js";
import { bindLog } from "./bind.js";
import { impressions } from "./impressions.js";
import type { LogSpec } from "./log-spec.js";
import { readUsers, type UserScope, userScopes, usersPlan } from "./users.js";

const types = {
  session: "bigint",
  user: "bigint",
  feed: "text",
  day: "date",
  rank: "bigint",
  like: "double",
} as const;
const columns = Object.entries(types).map(([name, type]) => ({ name, type }));

const dayAt = (at: number): string =>
  new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10);

/** Seven users: user u comes on every (u + 1)-th day, in every feed or, where odd, in the first. */
function rowsOf(feeds: number, days: number): readonly Row[] {
  return Array.from({ length: 7 * feeds * days }, (_, i): Row[] => {
    const [user, feed, day] = [i % 7, Math.floor(i / 7) % feeds, Math.floor(i / 7 / feeds)];
    const comes = day % (user + 1) === 0 && (feed === 0 || user % 2 === 0);
    const row = { session: BigInt(i), user: BigInt(user), feed: `f${feed}`, day: dayAt(day) };
    return comes ? [{ ...row, rank: 1n, like: 0 }] : [];
  }).flat();
}

async function counted(
  rows: readonly Row[],
  roles: Pick<LogSpec, "user" | "feed" | "day" | "trajectory">,
  scopes: readonly UserScope[],
): Promise<readonly (UserScope & { readonly clusters: number })[]> {
  const spec: LogSpec = {
    source: { table: ["log"] },
    trajectory: "session",
    rank: "rank",
    rewards: {},
    invalid: "refuse",
    structure: "check",
    ...roles,
  };
  const log = bindLog(spec, {}, undefined, columns);
  const engine = createInterpreter({ log: rows }, { columns: { log: columns } });
  return readUsers(
    await collect(engine, usersPlan(log, impressions(log), scopes, true), {}),
    scopes,
  );
}

describe("distinct users", () => {
  it.each([
    [2, 3],
    [2, 32],
    [2, 33],
    [2, 34],
    [1, 49],
    [1, 50],
    [1, 100],
    [3, 70],
  ])("are counted once in every scope: %i feeds on %i days", async (feeds, days) => {
    const rows = rowsOf(feeds, days);
    const scopes = userScopes(
      rows.map(({ feed, day }) => ({ feed: String(feed), day: String(day), logger: null })),
    );
    expect(scopes.some(({ day }) => day !== null)).toBe(1 + feeds + days * (feeds + 1) <= 100);
    const found = await counted(rows, { user: "user", feed: "feed", day: "day" }, scopes);
    for (const { feed, day, clusters } of found) {
      const own = rows.filter(
        (row) => (feed === null || row.feed === feed) && (day === null || row.day === day),
      );
      expect(clusters, `${feed} ${day}`).toBe(new Set(own.map(({ user }) => user)).size);
    }
  });

  it("are trajectories where no user is known, whatever feeds they span", async () => {
    const rows = Array.from({ length: 40 }, (_, i): Row => {
      const session = BigInt(i % 20);
      const feed = `f${Math.floor(i / 20)}`;
      return { session, user: 0n, feed, day: dayAt(0), rank: 1n, like: 0 };
    });
    const found = await counted(rows, { feed: "feed", day: "day" }, userScopes([]));
    expect(found).toEqual([{ feed: null, day: null, clusters: 20 }]);
  });
});

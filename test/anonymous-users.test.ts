import { describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import { createRandom } from "../src/random/create-random.js";
import type { Row } from "../src/sql/interpreter/value.js";
import type { SourceColumn } from "../src/sql/source-column.js";
import { readStudy } from "../src/study/read-study.js";
import { openLogFolder } from "./fixture/duckdb-log.js";
import { inTurn } from "./fixture/property.js";
import { logColumns, randomLog } from "./fixture/random-log.js";
import { inMemory, smallStudy } from "./fixture/small-study.js";

type Type = "bigint" | "text";

interface World {
  readonly user: Type;
  readonly session: Type;
  /** Whether a session has no user. Users and sessions have ids in common. */
  readonly isAnonymous: (session: number) => boolean;
  readonly structure?: "check" | "sample" | "declared";
}

const plain: readonly Row[] = randomLog("anonymous", { trajectories: 90, users: 25, days: 2 }).map(
  (row) => ({
    ...row,
    feed: 1n,
  }),
);

const columnsOf = ({ user, session }: Pick<World, "user" | "session">): readonly SourceColumn[] =>
  logColumns.map(({ name, type }) => ({
    name,
    type: name === "user" ? user : name === "session" ? session : type,
  }));

const as = (type: Type, value: unknown) =>
  type === "text" ? String(value) : BigInt(String(value));

/** The log, and one in which the sessions without a user have one that is written out. */
function logsOf({ user, session, isAnonymous }: World): Record<"none" | "written", readonly Row[]> {
  const rows = (whose: (row: Row, none: boolean) => Row[string]): readonly Row[] =>
    plain.map((row) => ({
      ...row,
      session: as(session, row.session),
      user: whose(row, isAnonymous(Number(row.session))),
    }));
  return {
    none: rows((row, none) => (none ? null : as(user, row.user))),
    written: rows((row, none) => (none ? `anon-${row.session}` : String(row.user))),
  };
}

const study = (structure: World["structure"] = "check", more = {}) =>
  readStudy(smallStudy({ log: { day: "day", structure, ...more } }));

async function bothOf(world: World) {
  const { none, written } = logsOf(world);
  const asked = study(world.structure);
  return [
    await evaluate(asked, { engine: inMemory(none, columnsOf(world)) }),
    await evaluate(asked, { engine: inMemory(written, columnsOf({ ...world, user: "text" })) }),
  ] as const;
}

const random = createRandom("anonymous sessions");
const some = new Set(Array.from({ length: 90 }, (_, at) => at).filter(() => random.next() < 0.3));
const shares: Readonly<Record<string, World["isAnonymous"]>> = {
  some: (session) => some.has(session),
  "all but one": (session) => session !== 7,
  all: () => true,
  one: (session) => session === 7,
};
const types = (["bigint", "text"] as const).flatMap((user) =>
  (["bigint", "text"] as const).map((session) => ({ user, session })),
);

describe("a session without a user is a user of its own", () => {
  it.each(
    inTurn(
      types.flatMap((of) => Object.keys(shares).map((share) => ({ ...of, share }))),
      5,
    ),
  )("user $user, session $session, $share", async ({ share, ...of }) => {
    const isAnonymous = shares[share] ?? (() => false);
    const [none, written] = await bothOf({ ...of, isAnonymous });
    expect(none.estimates.length).toBeGreaterThan(20);
    for (const [at, row] of none.estimates.map(restoreNumbers).entries()) {
      const other = written.estimates.map(restoreNumbers)[at];
      if (!("value" in row) || other === undefined || !("value" in other)) throw new Error("none");
      expect(row.value).toBe(other.value);
      expect(row.clusters).toBe(other.clusters);
      expect(row.se / other.se).toBeCloseTo(1, 10);
    }
    expect(none.log.users).toBe(written.log.users);
    const rows = plain.filter((row) => isAnonymous(Number(row.session))).length;
    expect(none.log.counts.rowsWithoutUser).toBe(rows);
    const [warning] = none.warnings.filter(({ code }) => code === "anonymousUsers");
    expect(warning?.message).toContain(`${rows} of ${plain.length} rows`);
  });

  it("under every structure", async () => {
    const isAnonymous = shares.some ?? (() => false);
    for (const structure of ["sample", "declared"] as const) {
      const [none, written] = await bothOf({
        user: "bigint",
        session: "bigint",
        isAnonymous,
        structure,
      });
      const ses = [none, written].map(({ estimates }) =>
        estimates.map(restoreNumbers).map((row) => ("se" in row ? row.se : 0)),
      );
      for (const [at, se] of ses[0]?.entries() ?? []) {
        expect(se / (ses[1]?.[at] ?? 0)).toBeCloseTo(1, 10);
      }
    }
  });

  it.each(inTurn(types))(
    "in DuckDB as in the interpreter, to the byte: $user, $session",
    async (of) => {
      const columns = columnsOf(of);
      const { none } = logsOf({ ...of, isAnonymous: shares.some ?? (() => false) });
      const folder = await openLogFolder();
      try {
        const path = await folder.write(none, columns);
        const day = { name: "day", type: "text" } as const;
        const inside = inMemory(
          none,
          columns.map((each) => (each.name === "day" ? day : each)),
        );
        const duckdb = await createDuckdbEngine();
        try {
          const ask = study("check");
          const [a, b] = await Promise.all([
            evaluate(ask, { engine: inside }),
            evaluate(study("check", { source: path }), { engine: duckdb }),
          ]);
          expect(JSON.stringify(b.estimates)).toBe(JSON.stringify(a.estimates));
          expect(JSON.stringify(b.differences)).toBe(JSON.stringify(a.differences));
        } finally {
          await duckdb.close();
        }
      } finally {
        await folder.remove();
      }
    },
  );
});

describe("where the study says invalid", () => {
  const { none } = logsOf({ user: "bigint", session: "bigint", isAnonymous: (at) => some.has(at) });

  it("a row without a user is refused, or its trajectory left out", async () => {
    await expect(
      evaluate(study("check", { invalid: "refuse" }), { engine: inMemory(none) }),
    ).rejects.toMatchObject({
      problems: [{ code: "userMissing" }],
    });
    const left = await evaluate(study("check", { invalid: "excludeTrajectories" }), {
      engine: inMemory(none),
    });
    expect(left.log.counts.excludedTrajectories).toBe(some.size);
    expect(left.log.counts.rowsWithoutUser).toBeUndefined();
  });
});

describe("a session of which some rows have no user", () => {
  it.each(inTurn(types))("holds several users: $user, $session", async (of) => {
    const rows = logsOf({ ...of, isAnonymous: () => false }).none.map((row) =>
      String(row.session) === "3" && row.position === 1n ? { ...row, user: null } : row,
    );
    const asked = evaluate(study(), { engine: inMemory(rows, columnsOf(of)) });
    await expect(asked).rejects.toMatchObject({ problems: [{ code: "severalUsers" }] });
    await expect(asked).rejects.toThrow("nothing (null)");
    await expect(asked).rejects.toThrow("max(user) over (partition by session)");
  });
});

it("keeps nobody's key in a tally, and reads it again", async () => {
  const { none } = logsOf({ user: "bigint", session: "text", isAnonymous: (at) => some.has(at) });
  const engine = inMemory(none, columnsOf({ user: "bigint", session: "text" }));
  const tally = await takeTally(study(), { engine });
  expect(JSON.stringify(tally.about)).not.toMatch(/no user\) /);
});

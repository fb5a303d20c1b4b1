import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { addTallies } from "../src/evaluate/add/add-tallies.js";
import { conclude } from "../src/evaluate/conclude/conclude.js";
import type { Result } from "../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import { createRandom } from "../src/random/create-random.js";
import type { Engine } from "../src/sql/engine.js";
import { createInterpreter } from "../src/sql/interpreter/interpreter.js";
import { printPlan } from "../src/sql/print.js";
import { readStudy } from "../src/study/read-study.js";
import { readStudyFile } from "../src/study/read-study-file.js";
import { studyInput } from "../src/study/study-input.js";

let duckdb: Engine;
beforeAll(async () => {
  duckdb = await createDuckdbEngine({ threads: 2 });
});
afterAll(() => duckdb.close());

const size = 12;
const random = createRandom("listed");
/** Scores of every candidate, on a coarse grid so that ties are common; some are missing. */
const scores = Array.from({ length: 60 * size }, (_, i) => ({
  request: Math.floor(i / size),
  product: (i * 7) % 97,
  first: random.next() < 0.1 ? null : Math.floor(random.next() * 6) / 4,
  second: random.next() * 2 - 1,
}));
type Score = (typeof scores)[number];
const rankOf = (of: Score, key: "first" | "second"): number | null => {
  const own = of[key];
  if (own === null) return null;
  return (
    1 +
    scores.filter((other) => {
      const score = other[key];
      if (other.request !== of.request || score === null) return false;
      return score > own || (score === own && other.product < of.product);
    }).length
  );
};
/** The first five candidates of each request were viewed; half of the log's users clicked something. */
const rows = scores
  .map((score, i) => ({ score, rank: (i % size) + 1 }))
  .filter(({ rank }) => rank <= 5)
  .map(({ score, rank }) => ({
    session: score.request,
    item: score.product,
    position: rank,
    user: score.request % 20,
    click: random.next() < 0.4 ? 1 : 0,
    rank_first: rankOf(score, "first"),
    rank_second: rankOf(score, "second"),
  }));
const without = (names: readonly string[], table: readonly object[]): readonly object[] =>
  table.map((row) => Object.fromEntries(Object.entries(row).filter(([k]) => !names.includes(k))));
const bare = without(["rank_first", "rank_second"], rows);

const log = {
  source: { rows: bare },
  trajectory: "session",
  item: "item",
  rank: "position",
  user: "user",
  rewards: ["click"],
  exposure: { curve: { model: "geometric", gamma: 0.8 } },
};
const candidates = { source: { rows: scores }, trajectory: "request", item: "product" };
const listed = {
  one: { score: "first", candidates },
  two: { score: "second", candidates },
};
const study = { log, policies: listed, estimators: ["mean", "dcg", "snips"] };
const whole = {
  ...study,
  log: { ...log, source: { rows } },
  policies: { one: { rank: "rank_first" }, two: { rank: "rank_second" } },
};
/** Without the table that sentences name where there is one. */
const numbers = ({ estimates, differences, verdicts }: Result): string =>
  JSON.stringify({ estimates, differences, verdicts }).replaceAll(
    "is NULL, not in the table of 720 rows in memory, or",
    "is NULL, or",
  );

describe("policies by scores in a table of candidates", () => {
  it("have the numbers of ranks in the log, ties by item, on DuckDB and the interpreter", async () => {
    const wanted = numbers(await evaluate(readStudy(whole), { engine: duckdb }));
    for (const engine of [duckdb, createInterpreter({})]) {
      expect(numbers(await evaluate(readStudy(study), { engine }))).toBe(wanted);
    }
  });

  it("are joined once, and each ranked once, for all policies of a table", async () => {
    const printed: string[] = [];
    let released = 0;
    const engine: Engine = {
      ...duckdb,
      release: async (keep) => {
        released += 1;
        await duckdb.release?.(keep);
      },
      query: (plan, options) => {
        printed.push(printPlan(plan, duckdb.dialect));
        return duckdb.query(plan, options);
      },
    };
    await evaluate(readStudy(study), { engine });
    const both = printed.filter(
      (sql) => sql.includes("rank by first") && /rank by second/.test(sql),
    );
    expect(both.length).toBeGreaterThan(0);
    expect(released).toBe(1);
    for (const sql of both) {
      // Ties of a ranking are broken by item; other windows number the rewards of a session.
      expect(sql.match(/ASC NULLS LAST\)/g)).toHaveLength(2);
      expect(sql.match(/LEFT JOIN/g)).toHaveLength(1);
    }
  });

  it("may name ranks and exposures of the table instead", async () => {
    const ranked = scores.map((each) => ({ ...each, place: rankOf(each, "first"), views: 0.1 }));
    const table = { ...candidates, source: { rows: ranked } };
    const policies = {
      one: { rank: "place", candidates: table },
      two: { exposure: "views", candidates: table },
    };
    const result = await evaluate(readStudy({ ...study, policies }), { engine: duckdb });
    const wanted = await evaluate(
      readStudy({ ...whole, policies: { one: whole.policies.one, two: { exposure: 0.1 } } }),
      { engine: duckdb },
    );
    expect(numbers(result)).toBe(numbers(wanted));
  });

  it("counts viewed items without a score, and trajectories that the table does not hold", async () => {
    const fewer = scores.filter(({ request }) => request !== 3);
    const table = { ...candidates, source: { rows: fewer } };
    const policies = { one: { score: "first", candidates: table } };
    const { warnings, verdicts } = await evaluate(readStudy({ ...study, policies }), {
      engine: duckdb,
    });
    const missing = rows.filter((row) => row.session === 3 || row.rank_first === null).length;
    expect(warnings).toContainEqual(
      expect.objectContaining({
        code: "unscoredRows",
        facts: { rows: [{ policy: "one", rows: missing }], unlistedTrajectories: 1 },
        message: expect.stringMatching(
          /of one in the table of 708 rows in memory.*1 trajectory has no viewed item there at all/,
        ),
      }),
    );
    expect(verdicts.map(({ reason }) => reason.message).join("\n")).toContain(
      "(their rank is NULL, not in the table of 708 rows in memory, or",
    );
  });

  it("take the log's candidates where they name none, and rank those too", async () => {
    const all = scores.map((each, i) => ({
      session: each.request,
      item: each.product,
      first: each.first,
      shown: (i % size) + 1 <= 5 ? (i % size) + 1 : null,
      guess: 0.3,
      rank_first: rankOf(each, "first"),
    }));
    const predicted = (of: readonly object[]) => of.map((row) => ({ ...row, guess: 0.3 }));
    const withTable = (source: readonly object[], policies: object) => ({
      log: {
        ...log,
        source: { rows: predicted(source) },
        rewards: { click: { column: "click", prediction: "guess" } },
        candidates: { rows: all, rank: "shown" },
      },
      policies,
      estimators: ["mean", "dcg", "dm", "dr"],
    });
    const own = await evaluate(readStudy(withTable(bare, { one: { score: "first" } })), {
      engine: duckdb,
    });
    const ranked = withTable(rows, { one: { rank: "rank_first" } });
    expect(numbers(own)).toBe(numbers(await evaluate(readStudy(ranked), { engine: duckdb })));
    const answered = own.estimates.filter((row) => row.policy === "one" && "value" in row);
    expect(answered.map(({ estimator }) => estimator)).toContain("dr");
  });

  it("are written back as they were read", () => {
    const named = { one: { score: "first", candidates: { ...candidates, source: "scores.csv" } } };
    const read = readStudy({ ...study, log: { ...log, source: "log.csv" }, policies: named });
    expect(readStudy(studyInput(read))).toEqual(read);
  });

  it("stand in files relative to the study, and tallies of two days add", async () => {
    const place = await mkdtemp(join(tmpdir(), "hindcast-listed-"));
    const csv = (table: readonly object[]): string =>
      [Object.keys(table[0] ?? {}), ...table.map((row) => Object.values(row))]
        .map((line) => line.map((value) => value ?? "").join(","))
        .join("\n");
    const days = [(k: number) => k < 30, (k: number) => k >= 30];
    const tallies = [];
    for (const [i, isOf] of days.entries()) {
      const part = rows.filter(({ session }) => isOf(session));
      const names = ["rank_first", "rank_second"];
      await writeFile(join(place, `log${i}.csv`), csv(without(names, part)));
      await writeFile(
        join(place, `scores${i}.csv`),
        csv(scores.filter(({ request }) => isOf(request))),
      );
      const table = { ...candidates, source: `scores${i}.csv` };
      const policies = { one: { score: "first", candidates: table } };
      const file = join(place, `study${i}.json`);
      await writeFile(
        file,
        JSON.stringify({ ...study, log: { ...log, source: `log${i}.csv` }, policies }),
      );
      tallies.push(await takeTally(await readStudyFile(file), { engine: duckdb }));
    }
    const [a, b] = tallies;
    if (a === undefined || b === undefined) throw new Error("two days were read");
    const added = await conclude(addTallies(a, b));
    const wanted = await evaluate(readStudy({ ...whole, policies: { one: whole.policies.one } }), {
      engine: duckdb,
    });
    const values = ({ estimates }: Result) =>
      estimates.map(restoreNumbers).map((row) => ("value" in row ? row.value : row.none.code));
    expect(values(added)).toEqual(values(wanted));
    await rm(place, { recursive: true });
  });
});

describe("a table of candidates is refused", () => {
  const asked = async (policy: object, more: object) => {
    const policies = { one: { score: "first", candidates, ...policy } };
    return evaluate(readStudy({ ...study, ...more, policies }), { engine: duckdb });
  };
  const refused = (policy: object, more: object = {}): Promise<string> =>
    asked(policy, more).then(
      () => "answered",
      (error) => String(error.message),
    );

  it.each<[string, object, RegExp]>([
    [
      "a column that it does not have",
      { score: "frist" },
      /policies\.one\.score names column "frist".*Did you mean "first"/,
    ],
    [
      "a key that it does not have",
      { candidates: { ...candidates, item: "products" } },
      /policies\.one\.candidates\.item names column "products".*Did you mean "product"/,
    ],
    [
      "a candidate that is listed twice",
      { candidates: { ...candidates, source: { rows: [...scores, ...scores.slice(0, 2)] } } },
      /policies\.one\.candidates: 2 keys stand in several rows/,
    ],
    [
      "a score that is not finite",
      {
        candidates: {
          ...candidates,
          source: { rows: scores.map((row, i) => (i === 3 ? { ...row, first: Infinity } : row)) },
        },
      },
      /policies\.one\.candidates: 1 row .*not finite/,
    ],
    [
      "a score that is text",
      {
        candidates: {
          ...candidates,
          source: { rows: scores.map((row) => ({ ...row, first: `a${row.first}` })) },
        },
      },
      /policies\.one\.score needs a column of numbers; "first" .* is text/,
    ],
    [
      "force with candidates",
      { force: "rankViewed" },
      /policies\.one\.force: expected candidates alone/,
    ],
  ])("%s", async (_, policy, words) => {
    expect(await refused(policy)).toMatch(words);
  });

  it("without the item of the log's rows", async () => {
    const { item: _, ...rest } = log;
    expect(await refused({}, { log: rest })).toMatch(
      /log\.item: expected the column with the item/,
    );
  });

  it("a score without any list", () => {
    expect(() => readStudy({ ...study, policies: { one: { score: "first" } } })).toThrow(
      /policies\.one\.score: expected with it candidates: \{ source: … \}/,
    );
  });
});

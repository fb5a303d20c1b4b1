import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { studyOf } from "../../test/carried/agree.js";
import { randomLog, columns as sessionColumns } from "../../test/carried/random-log.js";
import { type LogFolder, openLogFolder } from "../../test/fixture/duckdb-log.js";
import { isInTurn, repetitions } from "../../test/fixture/property.js";
import { inMemory } from "../../test/fixture/small-study.js";
import { createDuckdbEngine } from "../engines/duckdb/index.js";
import type { StudyTally } from "../evaluate/about.js";
import { addTallies } from "../evaluate/add/add-tallies.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { fitLog } from "../evaluate/fit.js";
import { fitResultToJson } from "../evaluate/fit-to-json.js";
import { readTally } from "../evaluate/read-tally.js";
import { takeTally } from "../evaluate/take-tally.js";
import type { Engine, Plan } from "../sql/engine.js";
import { cast, column, count } from "../sql/expression.js";
import type { Row } from "../sql/interpreter/value.js";
import { from, group, select } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import type { SourceColumn } from "../sql/source-column.js";
import { readStudy } from "../study/read-study.js";
import { nativeBucket } from "./bucket.js";
import { foldTally } from "./fold.js";
import { saveTally } from "./tally-file.js";

type Section = Readonly<Record<string, unknown>>;
type Hash = "portable" | "native";

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));

const rows: readonly Row[] = randomLog("hashes", {
  users: 60,
  days: 2,
  feeds: 2,
  notShown: 0.1,
}).map((row) => ({
  ...row,
  user: `user ${row.user}`,
}));
const columns = sessionColumns.map(
  (each): SourceColumn => (each.name === "user" ? { ...each, type: "text" } : each),
);

let folder: LogFolder;
let duckdb: Engine;
let source: string;
beforeAll(async () => {
  folder = await openLogFolder();
  duckdb = await createDuckdbEngine({ threads: 2 });
  source = await folder.write(rows, columns);
});
afterAll(async () => {
  await duckdb.close();
  await folder.remove();
});

const estimators = ["dcg", "snips", "ndcg"];

/** A study of the file of rows; a curve of a file makes it assign users to buckets. */
const studyBy = (hash: Hash, curve: unknown, more: Section = {}): Section =>
  studyOf(curve, { estimators, log: { day: "day", feed: "feed", hash, source, ...more } });

const fitted = { fit: "table", support: 1, cutoff: 6 };

const fits = new Map<Hash, Promise<string>>();

/** The file of a curve that was learnt with the hash, once. */
function fitFile(hash: Hash): Promise<string> {
  const path = fits.get(hash) ?? fittedTo(hash);
  fits.set(hash, path);
  return path;
}

async function fittedTo(hash: Hash): Promise<string> {
  const result = await fitLog(readStudy(studyBy(hash, fitted)), { engine: duckdb });
  const path = folder.path(`${hash}.json`);
  await writeFile(path, JSON.stringify(fitResultToJson(result)));
  return path;
}

const taken = async (study: Section, engine: Engine = duckdb): Promise<StudyTally> =>
  takeTally(readStudy(study), { engine });

/** The tally of the file's rows, whose curve was learnt with the same hash. */
const hashed = async (hash: Hash, more?: Section): Promise<StudyTally> =>
  taken(studyBy(hash, { file: await fitFile(hash) }, more));

const numbers = ({ estimates }: Result) =>
  estimates.map(restoreNumbers).map((row) => {
    if ("value" in row) return row;
    throw new Error(JSON.stringify(row));
  });

describe("users known by text, hashed by the engine's own hash", () => {
  inShare(0)(
    "count as one where they share a bucket, in the rewards and in the curve",
    async () => {
      const ref = { kind: "files", format: "parquet", paths: [source] } as const;
      const keyed = select(from(ref), [
        ["user", column("user")],
        ["bucket", nativeBucket(column("user"))],
      ]);
      const table = await collect(duckdb, {
        purpose: "buckets of users",
        relation: group(keyed, ["user", "bucket"], [["n", count()]]),
        columns: [
          { name: "user", type: "text" },
          { name: "bucket", type: "bigint" },
        ],
      });
      const bucketOf = new Map(
        Array.from(table.columns.get("user") ?? [], (user, i) => [
          user,
          table.columns.get("bucket")?.[i],
        ]),
      );
      const merged = rows.map((row) => ({
        ...row,
        user: `bucket ${bucketOf.get(String(row.user))}`,
      }));
      const one = studyBy("portable", fitted, { source: await folder.write(merged, columns) });
      const wanted = numbers(await conclude(await taken(one)));
      const found = numbers(await conclude(await hashed("native")));
      expect(found).toHaveLength(wanted.length);
      found.forEach((row, i) => {
        expect(row.value).toBeCloseTo(wanted[i]?.value ?? Number.NaN, 12);
        expect(Math.abs(row.se / (wanted[i]?.se ?? 0) - 1), JSON.stringify(row)).toBeLessThan(1e-9);
      });
    },
  );

  inShare(1)("are said in the result and in the tally", async () => {
    const tally = await hashed("native");
    const { version } = await duckdb.info();
    const clusteredBy = {
      role: "user",
      column: "user",
      hash: "native",
      engine: `duckdb ${version}`,
    };
    expect(tally.clusteredBy).toEqual(clusteredBy);
    const facts = { kind: "hashed", count: 1024, hash: "native" };
    expect((await conclude(tally)).log.buckets).toEqual(facts);
    const path = folder.path("native.tally");
    await saveTally(tally, path);
    expect((await conclude(foldTally(await readTally(path), 4))).log.buckets).toEqual({
      ...facts,
      count: 4,
    });
    const { buckets } = (await conclude(await hashed("portable"))).log;
    expect(buckets).toEqual({ kind: "hashed", count: 1024 });
  });

  inShare(0)("add where one engine hashed both, and to nothing else", async () => {
    const file = await fitFile("native");
    const [first, second] = await Promise.all(
      ["2026-11-01", "2026-11-02"].map(async (day) => {
        const own = await folder.write(
          rows.filter((row) => row.day === day),
          columns,
        );
        return taken(studyBy("native", { file }, { source: own }));
      }),
    );
    if (first === undefined || second === undefined) throw new Error("two tallies");
    const added = addTallies(first, second);
    const whole = await taken(studyBy("native", { file }));
    expect(added.tables.cells?.bucket).toEqual(whole.tables.cells?.bucket);
    for (const engine of [`duckdb 0.0.1`, "spark 4.1.4"]) {
      const other: StudyTally = { ...second, clusteredBy: { ...second.clusteredBy, engine } };
      expect(() => addTallies(first, other)).toThrow(/own hash and by .*log.hash: portable/);
    }
    const portable: StudyTally = {
      ...second,
      clusteredBy: { role: "user", column: "user", hash: "text" },
    };
    const refusal = expect.objectContaining({ code: "tallyHash" });
    expect(() => addTallies(first, portable)).toThrow(refusal);
    expect(() => addTallies(portable, first)).toThrow(refusal);
  });

  inShare(1)("do not meet those of a file that another hash made", async () => {
    const file = { native: await fitFile("native"), portable: await fitFile("portable") };
    const refusal = expect.objectContaining({ code: "curveHash" });
    const memory = inMemory(rows, columns);
    const asked: readonly (readonly [Section, Engine])[] = [
      [studyBy("native", { file: file.portable }), duckdb],
      [studyBy("portable", { file: file.native }), duckdb],
      [studyBy("native", { file: file.native }, { source: { table: "log" } }), memory],
    ];
    for (const [study, engine] of asked)
      await expect(taken(study, engine)).rejects.toThrow(refusal);
  });
});

describe("where the hash makes no difference", () => {
  inShare(0)("exact tallies are the same, and add whatever their studies say", async () => {
    const curve = { table: [1, 0.5, 0.25, 0.125, 0.0625, 0.03125] };
    const [native, portable] = [
      await taken(studyBy("native", curve)),
      await taken(studyBy("portable", curve)),
    ];
    expect({ ...native, about: "" }).toEqual({ ...portable, about: "" });
    expect(addTallies(native, portable).tables).toEqual(addTallies(portable, portable).tables);
  });

  inShare(1)("whole numbers are hashed by the portable hash", async () => {
    const file = await fitFile("portable");
    const whole = { user: "session", source };
    const [native, portable] = [
      await taken(studyBy("native", { file }, whole)),
      await taken(studyBy("portable", { file }, whole)),
    ];
    expect({ ...native, about: "" }).toEqual({ ...portable, about: "" });
    expect(native.clusteredBy.hash).toBe("bigint");
  });
});

describe("the work of dealing", () => {
  inShare(0)("groups no rows by user where the hash is the engine's own", async () => {
    const groupings = async (hash: Hash): Promise<readonly Plan[]> => {
      const asked: Plan[] = [];
      const watched: Engine = {
        ...duckdb,
        query: (plan, options) => {
          asked.push(plan);
          return duckdb.query(plan, options);
        },
      };
      const file = await fitFile(hash);
      await taken(studyBy(hash, { file }, { structure: "declared" }), watched);
      const text = (_: string, value: unknown) =>
        typeof value === "bigint" ? String(value) : value;
      return asked.filter(
        (plan) =>
          plan.purpose === "weights" && /"keys":\[[^\]]*"h_user"/.test(JSON.stringify(plan, text)),
      );
    };
    expect((await groupings("portable")).length).toBeGreaterThan(0);
    expect(await groupings("native")).toHaveLength(0);
  });

  inShare(1)("fills buckets evenly: sequential and long keys, 1,024 and 128 buckets", async () => {
    const keys = 100_000;
    for (const key of ["'u' || i", "repeat('shop-', 9) || i", "md5(i::varchar)"]) {
      const ref = { kind: "sql", sql: `SELECT ${key} AS k FROM range(${keys}) AS t(i)` } as const;
      const keyed = select(from(ref), [["b", nativeBucket(cast(column("k"), "text"))]]);
      const table = await collect(duckdb, {
        purpose: "sizes of buckets",
        relation: group(keyed, ["b"], [["n", count()]]),
        columns: ["b", "n"].map((name) => ({ name, type: "bigint" })),
      });
      const sizes = new Float64Array(1024);
      table.columns.get("b")?.forEach((b, row) => {
        sizes[Number(b)] = Number(table.columns.get("n")?.[row]);
      });
      const coarse = Float64Array.from({ length: 128 }, (_, b) =>
        sizes.slice(8 * b, 8 * b + 8).reduce((x, y) => x + y, 0),
      );
      for (const each of [sizes, coarse]) {
        const wanted = keys / each.length;
        const spread = each.reduce((sum, n) => sum + (n - wanted) ** 2 / wanted, 0);
        const degrees = each.length - 1;
        expect(Math.abs(spread - degrees), key).toBeLessThan(5 * Math.sqrt(2 * degrees));
      }
    }
  });
});

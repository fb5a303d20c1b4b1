import { parquetMetadata } from "hyparquet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../test/fixture/duckdb-log.js";
import { inTurn, isThorough, repetitions } from "../../test/fixture/property.js";
import { type LogDials, logColumns, randomLog } from "../../test/fixture/random-log.js";
import { inMemory, smallStudy, tallyRows } from "../../test/fixture/small-study.js";
import type { StudyTally } from "../evaluate/about.js";
import { addTallies } from "../evaluate/add/add-tallies.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { readTally } from "../evaluate/read-tally.js";
import { takeTally } from "../evaluate/take-tally.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";
import { bucketOfInteger } from "./bucket.js";
import { laterSessionsOfComparisons } from "./comparisons/comparison-shapes.js";
import { decodeTally } from "./decode-tally.js";
import { encodeTally } from "./encode-tally.js";
import { foldTally, groupUsers } from "./fold.js";
import { saveTally } from "./tally-file.js";
import { withoutOrder } from "./without-order.js";

let folder: LogFolder;
beforeAll(async () => {
  folder = await openLogFolder();
});
afterAll(() => folder.remove());

const days = repetitions(2, 3);
const dials: LogDials = { trajectories: repetitions(30, 60), days, feeds: 2, notShown: 0.2 };
/** A short run asks for fewer lines, and for no days where logs are large. */
const studyBy = (roles: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> =>
  isThorough
    ? smallStudy({ log: { day: "day", feed: "feed" } })
    : smallStudy({
        log: { ...roles, rewards: { like: "like", watch: "watch" } },
        policies: { a: { rank: "rank_a" }, same: { rank: "copied" } },
        estimators: ["mean", "dcg", "ndcg"],
      });
const study = studyBy({ day: "day", feed: "feed" });
const ofLarge = studyBy({ feed: "feed" });

const taken = new Map<string, Promise<StudyTally>>();

/** The study's tally of a random log, taken once. */
function tallyOf(seed: string, other: LogDials = {}): Promise<StudyTally> {
  const key = JSON.stringify([seed, other]);
  const found = taken.get(key) ?? tallyRows(study, randomLog(seed, { ...dials, ...other }));
  taken.set(key, found);
  return found;
}

const values = ({ estimates, differences }: Result): readonly unknown[] =>
  [...estimates, ...differences]
    .map(restoreNumbers)
    .map((row) => ("value" in row ? row.value : row.none.code));

/** A tally's own facts apart: what it adds up. */
const sums = ({ buckets, clusters, tables }: StudyTally): unknown => ({
  buckets,
  clusters,
  tables,
});

const fileOf = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text, "latin1")).buffer;

describe("a saved tally", () => {
  it.each(
    inTurn(
      [
        ["exact", (tally: StudyTally) => tally],
        ["folded", (tally: StudyTally) => foldTally(tally, 128)],
      ],
      2,
    ),
  )("reads back bit for bit: %s", async (name, change) => {
    const rows = randomLog("saved", dials).map(
      (row): Row => ({ ...row, watch: 1e9 + Number(row.watch) }),
    );
    const tally = change(await tallyRows(study, rows));
    const path = folder.path(`${name}.parquet`);
    await saveTally(tally, path, { keepUsers: true });
    const back = await readTally(path);
    const kept = withoutOrder(tally);
    expect(back).toEqual(kept);
    expect(JSON.stringify(await conclude(back))).toBe(JSON.stringify(await conclude(kept)));
    const fine = Object.values(tally.tables.cells?.columns ?? {}).filter(({ lo }) => lo !== null);
    expect(fine.length).toBeGreaterThan(0);
  });

  it("keeps each table in row groups of its own, so that reading one does not decode the others", async () => {
    const tally = await tallyOf("saved");
    const tables = Object.values(tally.tables).filter(({ rows }) => rows > 0);
    expect(tables.length).toBeGreaterThan(3);
    const { row_groups } = parquetMetadata(encodeTally(tally));
    // The first group of a table has 1,000 rows at most.
    const groups = tables.flatMap(({ rows }) => [Math.min(rows, 1000), Math.max(rows - 1000, 0)]);
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual(groups.filter(Boolean));
  });

  it("is refused where any bit is another than was saved", async () => {
    const file = encodeTally(await tallyOf("damaged", { trajectories: 12 }));
    await decodeTally(file);
    const tried = repetitions(15, 60);
    // Data, the footer with its header, and the digest itself; the last 8 bytes end every Parquet file.
    const places = Array.from({ length: tried }, (_, i) =>
      Math.floor((i * (file.byteLength - 8)) / tried),
    );
    const digest = Buffer.from(file).lastIndexOf('{"digest":"') + 20;
    for (const [at, place] of [...places, digest].entries()) {
      const damaged = file.slice(0);
      new DataView(damaged).setUint8(place, (new Uint8Array(file)[place] ?? 0) ^ (1 << (at % 8)));
      await expect(decodeTally(damaged)).rejects.toThrow("not those that were saved");
    }
  });

  it("reads a file without a digest, but none with rows of other tables than its header names", async () => {
    const tally = await tallyOf("damaged", { trajectories: 12 });
    const text = Buffer.from(encodeTally(tally)).toString("latin1");
    const older = text.replace('{"digest":"', '{"older_":"');
    expect(await decodeTally(fileOf(older))).toEqual(tally);
    const other = older.replace('{"name":"cells"', '{"name":"cell_"');
    await expect(decodeTally(fileOf(other))).rejects.toThrow("one table after the other");
  });

  it("holds no key of a user or a trajectory", async () => {
    const named = randomLog("keys", dials).map(
      (row): Row => ({ ...row, user: `person ${row.user}` }),
    );
    const columns = logColumns.map((column) =>
      column.name === "user" ? { ...column, type: "text" as const } : column,
    );
    const tally = await takeTally(readStudy(study), { engine: inMemory(named, columns) });
    const path = folder.path("keys.parquet");
    await saveTally(tally, path, { keepUsers: true });
    expect(JSON.stringify(await readTally(path))).not.toContain("person");
  });

  it("refuses files that are none, and names them", async () => {
    const log = await folder.write(randomLog("no tally"), logColumns);
    await expect(readTally(log)).rejects.toThrow(
      /log-.*is not a tally.*A log needs a study, which this writes: hindcast init log\.parquet$/,
    );
    await expect(readTally(folder.path("absent.parquet"))).rejects.toThrow(/Cannot read the tally/);
  });
});

describe("folding", () => {
  it("keeps every value bit for bit, whatever the number of buckets", async () => {
    const tally = await tallyOf("fold");
    const own = values(await conclude(tally));
    const folded = foldTally(tally, 1024);
    for (const coarse of inTurn([folded, foldTally(tally, 128)], 2)) {
      expect(values(await conclude(coarse))).toEqual(own);
    }
    expect(sums(foldTally(folded, 128))).toEqual(sums(foldTally(tally, 128)));
  });

  it("puts users that share a bucket together, and no bucket apart", async () => {
    const tally = await tallyOf("fold");
    const exact = await conclude(tally);
    const folded = await conclude(foldTally(tally, 128));
    const [one, other] = [exact, folded].map(({ estimates }) =>
      estimates.flatMap((row) => ("value" in row ? [row.buckets] : [])),
    );
    expect(other?.every((buckets, i) => buckets <= (one?.[i] ?? 0))).toBe(true);
    const users = randomLog("fold", dials).map(({ user }) => BigInt(String(user)));
    for (const [count, divisor] of [
      [1024, 1],
      [128, 8],
    ] as const) {
      const own = new Set(users.map((user) => Math.floor(bucketOfInteger(user) / divisor)));
      expect(new Set(foldTally(tally, count).tables.cells?.bucket)).toEqual(own);
    }
    expect(() => foldTally(foldTally(tally, 128), 1024)).toThrow(/folds to 128/);
    expect(() => foldTally(tally, 100)).toThrow(/1024 or 128/);
  });
});

describe("a tally as it is passed around", () => {
  it.each([
    [20_000, 1024],
    [8191, 128],
    [2500, 128],
    [700, 32],
    [3, 4],
  ])("of %i users is of %i groups", (users, groups) => {
    const hashes = Array.from({ length: users }, (_, user) => bucketOfInteger(BigInt(user)));
    const clusteredBy = { role: "user", column: "user", hash: "bigint" } as const;
    const buckets = { kind: "exact", hashes } as const;
    const tally = { buckets, clusteredBy, clusters: null, tables: {}, about: null };
    expect(groupUsers(tally).buckets).toEqual({ kind: "hashed", count: groups });
    const hashed = { kind: "hashed", count: 1024 } as const;
    const known = [{ feed: null, day: null, clusters: users }];
    const grouped = groupUsers({ ...tally, buckets: hashed, clusters: known });
    expect(grouped).toMatchObject({ buckets: { count: groups }, clusters: known });
    expect(groupUsers({ ...tally, buckets: hashed }).buckets).toEqual(hashed);
  });

  it("expects small groups where it cannot count them, and knows nothing of a sum", async () => {
    const log = randomLog("passed around", { ...dials, trajectories: 150, users: 80 });
    const whole = await tallyRows(ofLarge, log);
    const path = folder.path("hashed.parquet");
    const counted = await saveTally(whole, path);
    const { expectedSmall = 0, ...known } = await saveTally(foldTally(whole, 1024), path);
    expect((await readTally(path)).buckets).toEqual({ kind: "hashed", count: 4 });
    expect(known).toMatchObject({ clusters: counted.clusters, small: null });
    expect(expectedSmall).toBeGreaterThan(0);
    const sum = await saveTally({ ...foldTally(whole, 1024), clusters: null }, path);
    expect(sum).toMatchObject({ clusters: null, small: null });
    expect(sum).not.toHaveProperty("expectedSmall");
  });

  it("has the values of the whole, errors of groups with their degrees of freedom, and says what it holds", async () => {
    const log = randomLog("passed around", { ...dials, trajectories: 600, users: 300 });
    const whole = await tallyRows(ofLarge, log);
    const path = folder.path("passed.parquet");
    const saved = await saveTally(whole, path);
    const back = await readTally(path);
    const results = [await conclude(back), await conclude(whole)] as const;
    expect(values(results[0])).toEqual(values(results[1]));
    const [own, whose] = results.map(({ estimates }) =>
      estimates.map(restoreNumbers).flatMap((row) => ("value" in row && row.se ? [row] : [])),
    );
    expect(own?.every(({ buckets }) => buckets <= saved.groups)).toBe(true);
    const ratios = own?.map(({ se }, i) => (se ?? 1) / (whose?.[i]?.se ?? 1)) ?? [];
    expect(Math.min(...ratios)).toBeGreaterThan(0.4);
    expect(Math.max(...ratios)).toBeLessThan(2);
    const { hashes } = whole.buckets as { readonly hashes: readonly number[] };
    const smallest = (count: number): number => {
      const groups = hashes.map((hash) => Math.floor((hash * count) / 1024));
      return Math.min(...groups.map((group) => groups.filter((each) => each === group).length));
    };
    // As many groups as have five users each, and no fewer.
    expect(smallest(saved.groups)).toBeGreaterThanOrEqual(5);
    expect(smallest(2 * saved.groups)).toBeLessThan(5);
    expect(saved).toEqual({
      rowsOf: "group",
      clusters: hashes.length,
      groups: saved.groups,
      small: 0,
    });
    expect((await readTally(path)).buckets).toEqual({ kind: "hashed", count: saved.groups });
    const kept = await saveTally(whole, path, { keepUsers: true });
    expect(kept).toMatchObject({ rowsOf: "user", clusters: hashes.length });
    expect(sums(await readTally(path))).toEqual(sums(withoutOrder(whole)));
  });
});

describe("a folded tally", () => {
  it("still knows its users, by feed and day as an exact one does", async () => {
    const tally = await tallyOf("clusters", { users: 45 });
    const clustersOf = async (of: StudyTally): Promise<readonly (number | null)[]> =>
      (await conclude(of)).estimates.map((row) => ("value" in row ? row.clusters : null));
    const [exact, folded] = [
      await clustersOf(tally),
      await clustersOf(foldTally(foldTally(tally, 1024), 128)),
    ];
    expect(folded).toEqual(exact);
    expect(new Set(exact).size).toBeGreaterThan(3);
    const known = foldTally(tally, 128).clusters ?? [];
    expect(known).toHaveLength((1 + days) * 3);
    expect(known).toContainEqual({ feed: null, day: "2026-11-02", clusters: expect.any(Number) });
  });

  it("is labelled as buckets, an exact one as user-level data", async () => {
    const tally = await tallyOf("fold");
    const levels = [tally, foldTally(tally, 1024)].map((each) => {
      const [header] = parquetMetadata(encodeTally(each)).key_value_metadata ?? [];
      return JSON.parse(header?.value ?? "{}").level;
    });
    expect(levels).toEqual(["user", "bucket"]);
  });
});

describe("adding", () => {
  const rows = randomLog("add", { ...dials, trajectories: repetitions(100, 200), users: 40 });
  const side = (odd: boolean): readonly Row[] =>
    rows.filter(({ session }) => (Number(session) % 2 === 1) === odd);

  it.each(
    inTurn(
      [
        ["like ranges", 1],
        ["an outlier in one of them", 1e12],
      ],
      2,
    ),
  )("gives the whole bit for bit: shards of %s", async (_, factor) => {
    const [left, right, whole] = await Promise.all(
      [side(true), side(false), rows].map((log) =>
        tallyRows(
          study,
          log.map((row): Row => {
            const isOutlier = Number(row.session) === 1;
            return isOutlier ? { ...row, watch: factor * (1 / 3 + Number(row.watch)) } : row;
          }),
        ),
      ),
    );
    if (!left || !right || !whole) throw new Error("three tallies");
    const added = addTallies(left, right);
    const { [laterSessionsOfComparisons.name]: later, ...tables } = foldTally(whole, 1024).tables;
    expect(added.tables).toEqual(tables);
    expect(later?.rows).toBeGreaterThan(0);
    const known = [{ feed: null, day: null, clusters: 40 }];
    const both = [left, right].map((tally): StudyTally => ({ ...tally, clusters: known }));
    expect(both.reduce<StudyTally>(addTallies, left).clusters).toBeNull();
    expect(addTallies(right, left).tables).toEqual(added.tables);
  });

  it("keeps days apart and adds what they share", async () => {
    const [first, rest] = await Promise.all([
      tallyRows(
        study,
        rows.filter(({ day }) => day === "2026-11-01"),
      ),
      tallyRows(
        study,
        rows.filter(({ day }) => day !== "2026-11-01"),
      ),
    ]);
    const added = addTallies(first, rest);
    const whole = foldTally(await tallyRows(study, rows), 1024);
    expect(added.tables.cells?.strata).toEqual(whole.tables.cells?.strata);
    expect(added.tables.cells?.rows).toBe(whole.tables.cells?.rows);
  });

  it("refuses tallies of different things", async () => {
    const log = rows.slice(0, 40);
    const other = await tallyRows({ ...study, estimators: ["dcg"] }, log);
    const tally = await tallyRows(study, log);
    expect(() => addTallies(tally, other)).toThrow(/cannot be added/);
  });
});

describe("a tally answers again", () => {
  const ask = { confidence: 0.8, baseline: "a" };

  it("at another level and against another baseline as if asked so from the start", async () => {
    const rows = randomLog("anew", dials);
    const later = await conclude(await tallyRows(study, rows), ask);
    const before = await conclude(await tallyRows({ ...study, ...ask }, rows));
    expect(JSON.stringify(later)).toBe(JSON.stringify(before));
  });
});

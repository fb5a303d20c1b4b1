import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LogFolder, openLogFolder } from "../../test/fixture/duckdb-log.js";
import { inTurn, isInTurn, repetitions } from "../../test/fixture/property.js";
import { logColumns, randomLog } from "../../test/fixture/random-log.js";
import { smallStudy } from "../../test/fixture/small-study.js";
import type { Plan } from "../sql/engine.js";
import { cast, column, count, max } from "../sql/expression.js";
import { from, group, type SourceRef } from "../sql/relation.js";
import { collect } from "../sql/run/collect.js";
import { readStudy } from "../study/read-study.js";
import type { EngineSpec } from "../study/study.js";
import { openEngine } from "./open-engine.js";
import { takeTally } from "./take-tally.js";
import { withKeptResults } from "./with-kept-results.js";

let files: LogFolder;
let folder = "";
let next = 0;

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));
beforeAll(async () => {
  files = await openLogFolder();
});
beforeEach(() => {
  next += 1;
  folder = files.path(`${next}.kept`);
});
afterAll(() => files.remove());

const plans = (source: SourceRef): readonly Plan[] => [
  {
    purpose: "ranges",
    relation: group(from(source), [], [["most", max(column("x"))]]),
    columns: [{ name: "most", type: "bigint" }],
    tellsState: true,
  },
  {
    purpose: "values",
    relation: group(from(source), ["x"], [["many", count()]]),
    columns: [
      { name: "x", type: "bigint" },
      { name: "many", type: "bigint" },
    ],
  },
];

interface Ran {
  readonly keys?: boolean;
  /** The engine that runs, where it is not the study's. */
  readonly on?: EngineSpec;
  readonly asked?: readonly Plan[];
}

/** What a run with the folder gives for each plan, and the words that it says. */
async function ran(
  engine: EngineSpec,
  source: SourceRef,
  { keys = true, on = engine, asked = plans(source) }: Ran = {},
) {
  const opened = await openEngine(on);
  const said: string[] = [];
  const study = { engine, privacy: { keys } };
  try {
    const values = await withKeptResults(
      opened,
      study,
      { folder, say: (line) => said.push(line) },
      async (keeping) => {
        const tables = [];
        for (const plan of asked) tables.push(await collect(keeping, plan));
        return tables.map(({ columns }) => [...columns.values()].map((each) => Array.from(each)));
      },
    );
    return { values, said: said.join("\n") };
  } finally {
    await opened.close();
  }
}

async function database(name: string, value: number): Promise<EngineSpec> {
  const path = files.path(name);
  const instance = await DuckDBInstance.create(path);
  const writer = await instance.connect();
  await writer.run(`CREATE TABLE log AS SELECT ${value} AS x`);
  writer.closeSync();
  // Else the file is written once more whenever the instance is collected as garbage.
  instance.closeSync();
  return { name: "duckdb", database: path };
}

const duckdb: EngineSpec = { name: "duckdb" };
const csv = (): SourceRef => ({
  kind: "sql",
  sql: `SELECT * FROM read_csv('${files.path("query.csv")}')`,
});
const log: SourceRef = { kind: "table", name: ["log"] };
const kept = async (): Promise<readonly string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith(".csv"))
    .map((name) => `${folder}/${name}`);

describe("kept results", () => {
  inShare(0)("are not those of another database with the same table", async () => {
    const [one, two] = [await database("one.duckdb", 1), await database("two.duckdb", 2)];
    await ran(one, log);
    const same = await ran(one, log);
    expect(same.said).toMatch(/2 finished statements of an earlier run/);
    const { values, said } = await ran(two, log);
    expect(said).toMatch(/not used: it is of another database or address/);
    expect(values[0]).toEqual([[2n]]);
  });

  inShare(1)("are of an address whatever opens its door, and of no other", async () => {
    const on = await database("behind.duckdb", 1);
    const at = (name: string) => ran({ name }, log, { on });
    await at("sc://h/;pwd=one;cluster-id=1");
    expect((await at("sc://h/;pwd=two;cluster-id=1")).said).toMatch(/2 finished statements/);
    expect((await at("sc://h/;pwd=two;cluster-id=2")).said).toMatch(/another database or address/);
  });

  inShare(0)("are not those of a database that was written since", async () => {
    const spec = await database("three.duckdb", 3);
    await ran(spec, log);
    await utimes(String(spec.database), new Date(), new Date(Date.now() + 5000));
    expect((await ran(spec, log)).said).toMatch(/three\.duckdb has changed since/);
  });

  inShare(1)("of a query are compared with its counts and ranges now", async () => {
    await writeFile(files.path("query.csv"), "x\n1\n2\n");
    await ran(duckdb, csv());
    expect((await ran(duckdb, csv())).said).toMatch(/2 finished statements/);
    await writeFile(files.path("query.csv"), "x\n1\n3\n");
    const { values, said } = await ran(duckdb, csv());
    expect(said).toMatch(/not used: the log has changed since: its ranges differ/);
    expect(values[0]).toEqual([[3n]]);
  });

  inShare(0)("of a query are void after an hour, and without counts and ranges", async () => {
    await writeFile(files.path("query.csv"), "x\n1\n");
    await ran(duckdb, csv());
    for (const name of (await readdir(folder)).filter((each) => each.endsWith(".json"))) {
      const origin = JSON.parse(await readFile(`${folder}/${name}`, "utf8"));
      await writeFile(`${folder}/${name}`, JSON.stringify({ ...origin, at: origin.at - 3.7e6 }));
    }
    expect((await ran(duckdb, csv())).said).toMatch(/more than an hour old/);
    for (const name of (await readdir(folder)).filter((each) => each.endsWith(".json"))) {
      const { asks: _, ...origin } = JSON.parse(await readFile(`${folder}/${name}`, "utf8"));
      await writeFile(`${folder}/${name}`, JSON.stringify(origin));
    }
    expect((await ran(duckdb, csv())).said).toMatch(/no counts by which a change/);
  });

  const damages: readonly (readonly [string, (text: string) => string])[] = [
    ["cut within a row", (text) => text.slice(0, -9)],
    ["without its last row", (text) => `${text.trimEnd().split("\n").slice(0, -1).join("\n")}\n`],
    ["empty", () => ""],
  ];

  it.each(inTurn(damages))("that are damaged are taken again: %s", async (_, damage) => {
    const spec = await database(`damaged-${next}.duckdb`, 4);
    const whole = await ran(spec, log);
    for (const file of await kept()) await writeFile(file, damage(await readFile(file, "utf8")));
    expect((await ran(spec, log)).values).toEqual(whole.values);
    expect((await ran(spec, log)).said).toMatch(/2 finished statements/);
  });

  inShare(1)("are taken again where what says of which files they are is damaged", async () => {
    const spec = await database("origin.duckdb", 5);
    const whole = await ran(spec, log);
    for (const file of await kept()) await writeFile(file.replace(".csv", ".json"), '{"engine');
    const { values, said } = await ran(spec, log);
    expect(values).toEqual(whole.values);
    expect(said).toMatch(/nothing is kept in .* yet/);
  });

  inShare(0)("are nobody else's to read, and the address in them is a hash", async () => {
    await ran(await database("modes.duckdb", 6), log);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(`${folder}/${name}`)).mode & 0o777).toBe(0o600);
  });

  it.each(inTurn([true, false]))("hold keys of users only where results may: %s", async (keys) => {
    const users = ["anna-7", "bert-8", "cleo-9"];
    const rows = randomLog("kept keys", { trajectories: 20 }).map((row) => ({
      ...row,
      user: users[Number(row.user) % 3] ?? null,
    }));
    const columns = logColumns.map((each) =>
      each.name === "user" ? ({ name: "user", type: "text" } as const) : each,
    );
    const source = await files.write(rows, columns);
    const study = readStudy(
      smallStudy({ log: { source }, estimators: ["snips"], privacy: { keys } }),
    );
    const engine = await openEngine(study.engine);
    await withKeptResults(engine, study, { folder, say: () => {} }, (keeping) =>
      takeTally(study, { engine: keeping }),
    );
    await engine.close();
    const texts = await Promise.all((await kept()).map((file) => readFile(file, "utf8")));
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.some((text) => users.some((user) => text.includes(user)))).toBe(keys);
  });

  inShare(1)(
    "hold no example of a key either, whatever its column is called, but texts of strata",
    async () => {
      const spec = await database("examples.duckdb", 77);
      const texts = (name: string): Plan => ({
        purpose: name,
        relation: group(from(log), [], [[name, max(cast(column("x"), "text"))]]),
        columns: [{ name, type: "text" }],
      });
      const rows: Plan = {
        purpose: "rows",
        relation: group(from(log), [], [["many", count()]]),
        columns: [{ name: "many", type: "bigint" }],
        tellsState: true,
      };
      const asked = [rows, texts("absent_example"), texts("feed")];
      await ran(spec, log, { keys: false, asked });
      expect(await kept()).toHaveLength(2);
      expect((await ran(spec, log, { asked })).said).toMatch(
        /2 finished statements .* only counts/,
      );
      expect(await kept()).toHaveLength(3);
    },
  );
});

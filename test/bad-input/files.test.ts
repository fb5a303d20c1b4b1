import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, goodRows, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (source: unknown, changes = {}) => answerTo(studyOf(source, changes), bench.engine());
const refuse = (source: unknown, changes = {}) =>
  refusalOf(studyOf(source, changes), bench.engine());

const header = "session,visitor,item,place,place2,liked\n";

describe("good logs, whatever their format, give one answer", () => {
  it.each(inTurn(["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet"], 3))("%s", async (ending) => {
    const name = `good.${ending}`;
    const plain = name.replace(".gz", "");
    const path = ending.startsWith("csv")
      ? await bench.csv(plain, goodRows())
      : ending.startsWith("jsonl")
        ? await bench.jsonLines(plain, goodRows())
        : await bench.parquet(plain, goodQuery());
    if (plain !== name) await bench.text(name, gzipSync(await readFile(path)));
    const { log, estimates } = await ask(bench.at(name));
    expect(log).toMatchObject({ trajectories: 12, impressions: 36, users: 6 });
    expect(estimates[0]).toMatchObject({ estimator: "mean", value: 8 / 12, clusters: 6 });
  });
});

describe("a missing file", () => {
  it.each(["none.parquet", "none.csv", "none-*.parquet", "no/folder/none.jsonl"])(
    "%s",
    async (name) => {
      const error = await refuse(bench.at(name));
      expect(error).toMatchObject({ kind: "engine", code: "fileMissing", failure: "missing" });
      expect(error.message).toContain(`"${bench.at(name)}"`);
      expect(error.message).toContain("Correct the path");
    },
  );

  it("among others is named", async () => {
    const there = await bench.parquet("there.parquet", goodQuery());
    const error = await refuse([there, bench.at("gone.parquet")]);
    expect(error.message).toContain(bench.at("gone.parquet"));
  });
});

describe("a file that cannot be read", () => {
  it.each([
    ["text", "no Parquet at all, whatever its name says"],
    ["one byte", "x"],
    ["nothing", ""],
  ])("Parquet of %s", async (_, content) => {
    const path = await bench.text("garbage.parquet", content);
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "engine", code: "fileUnreadable", failure: "data" });
    expect(error.message).toContain(`Expected "${path}" to be a Parquet file`);
    expect(error.message).toContain("Write the file again");
  });

  it("Parquet that was cut off", async () => {
    const whole = await readFile(await bench.parquet("whole.parquet", goodQuery()));
    const path = await bench.text("cut.parquet", whole.subarray(0, whole.length - 40));
    expect((await refuse(path)).message).toContain(`"${path}" to be a Parquet file`);
  });

  it("Parquet whose pages are damaged", async () => {
    const bytes = await readFile(await bench.parquet("sound.parquet", goodQuery()));
    const path = await bench.text("damaged.parquet", Buffer.from(bytes).fill(0x5a, 20, 200));
    const error = await refuse(path);
    expect(error.code).toBe("fileUnreadable");
    expect(error.message).toContain(`Expected "${path}" to be sound Parquet`);
  });

  it("one bad Parquet file among good ones is named", async () => {
    await bench.parquet("v-1.parquet", goodQuery());
    const bad = await bench.text("v-2.parquet", "garbage garbage garbage");
    expect((await refuse(bench.at("v-*.parquet"))).message).toContain(`"${bad}"`);
  });

  it("a broken line of JSON lines", async () => {
    const path = await bench.text("broken.jsonl", '{"session":1}\n{"session"\n');
    const error = await refuse(path);
    expect(error.code).toBe("fileUnreadable");
    expect(error.message).toContain(path);
    expect(error.message).toContain("Correct or remove the line");
  });

  it("a name that says gzip", async () => {
    const path = await bench.text("fake.csv.gz", header);
    expect((await refuse(path)).message).toContain(`Expected "${path}" to be compressed by gzip`);
  });

  it("CSV in another encoding", async () => {
    const lines = Buffer.from("1,gr\u00fc\u00dfe,3,1,1,1\n2,b,3,1,1,1\n", "latin1");
    const path = await bench.text("latin.csv", Buffer.concat([Buffer.from(header), lines]));
    const error = await refuse(path);
    expect(error.message).toContain(`Line 2 of "${path}" cannot be read`);
    expect(error.message).toContain("not utf-8");
  });
});

describe("a value that no longer fits, far down in a file", () => {
  const rows = (bad: string): string[] =>
    Array.from({ length: 60_000 }, (_, i) => `${i},u${i % 99},x,1,1,${i === 50_000 ? bad : "1"}`);

  it("CSV: a field too many", async () => {
    const path = await bench.text("late.csv", header + rows("1,2").join("\n"));
    const error = await refuse(path);
    expect(error.message).toContain(`Line 50002 of "${path}" cannot be read`);
    expect(error.message).toMatch(/Expected Number of Columns: 6 Found: 7/);
    expect(error.message).not.toContain("strict_mode");
  });

  it("CSV: text in a column of numbers", async () => {
    const path = await bench.text("late.csv", header + rows("maybe").join("\n"));
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "columnType" });
    expect(error.message).toContain('"maybe" in line 50002 (1 of its 60000 rows is no number)');
  });

  it("JSON lines", async () => {
    const line = (i: number): string =>
      `{"session":${i},"visitor":"u${i % 99}","item":"x","place":1,"place2":1,"liked":${i === 50_000 ? '"maybe"' : 1}}`;
    const lines = Array.from({ length: 60_000 }, (_, i) => line(i));
    const path = await bench.text("late.jsonl", lines.join("\n"));
    const error = await refuse(path);
    expect(error.message).toContain('"maybe" in line 50001 (1 of its 60000 rows is no number)');
  });
});

describe("an empty log", () => {
  it.each(["csv", "jsonl"])("a %s file of no bytes", async (ending) => {
    const error = await refuse(await bench.text(`zero.${ending}`, ""));
    expect(error).toMatchObject({ kind: "log", code: "noTable" });
    expect(error.problems).toHaveLength(1);
    expect(error.message).toContain("check that it is not empty");
  });

  it("CSV with a header alone", async () => {
    const path = await bench.text("header.csv", header);
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "emptyLog" });
    expect(error.message).toContain(`${path} holds no rows`);
  });

  it("Parquet without rows, and a query whose filter keeps none", async () => {
    const path = await bench.parquet("rowless.parquet", `${goodQuery()} WHERE i < 0`);
    for (const source of [path, { sql: `${goodQuery()} WHERE i < 0` }]) {
      const error = await refuse(source);
      expect(error).toMatchObject({ kind: "log", code: "emptyLog" });
      expect(error.message).toContain("Check the path, the glob or the query's filter");
    }
  });
});

describe("a file that is not a table", () => {
  it("one JSON array", async () => {
    const error = await refuse(await bench.text("array.json", JSON.stringify(goodRows())));
    expect(error).toMatchObject({ kind: "log", code: "noTable" });
    expect(error.message).toContain("one JSON object a line");
  });

  it("CSV whose lines differ in length", async () => {
    const error = await refuse(await bench.text("ragged.csv", `${header}1,2,3,1,1,1\n1,2,3,2\n`));
    expect(error).toMatchObject({ kind: "log", code: "fileUnreadable" });
    expect(error.message).toContain("Line 3 of ");
  });
});

describe("formats", () => {
  it("cannot be mixed", async () => {
    const error = await refuse([bench.at("a.csv"), bench.at("b.parquet")]);
    expect(error).toMatchObject({ kind: "study", code: "mixedFormats" });
    expect(error.message).toContain("csv and parquet");
  });

  it.each(["log.avro", "log", "log.parquet.gz", "log.csv.zst"])(
    "%s has none that we know",
    async (name) => {
      const error = await refuse(bench.at(name));
      expect(error).toMatchObject({ kind: "study", code: "unknownFormat" });
      expect(error.message).toContain(".parquet, .csv, .jsonl");
    },
  );

  it("over the network are refused without an extension", async () => {
    const error = await refuse("s3://nowhere/x.parquet");
    expect(error.code).toBe("extensionMissing");
    expect(error.message).toContain("s3://nowhere/x.parquet");
  });
});

describe("files whose columns differ", () => {
  it("are joined by name, and what one lacks is missing, not 0", async () => {
    await bench.csv("u-1.csv", goodRows().slice(0, 18));
    const rest = goodRows().slice(18);
    await bench.csv(
      "u-2.csv",
      rest.map(({ liked: _, ...row }) => ({ extra: 1, ...row })),
    );
    const error = await refuse(bench.at("u-*.csv"));
    expect(error).toMatchObject({ kind: "log", code: "rewardMissing" });
    expect(error.message).toContain("18 rows");
    const like = { column: "liked", missing: 0 };
    const { estimates } = await ask(bench.at("u-*.csv"), { log: { rewards: { like } } });
    expect(estimates[0]).toMatchObject({ estimator: "mean", value: 4 / 12 });
  });

  it("in type are refused by an example", async () => {
    await bench.parquet("t-1.parquet", `${goodQuery()} WHERE i < 18`);
    await bench.parquet(
      "t-2.parquet",
      `${goodQuery({ place: "'p' || (i % 3 + 1)" })} WHERE i > 17`,
    );
    const error = await refuse(bench.at("t-*.parquet"));
    expect(error.message).toContain('log.rank needs a column of numbers; "place"');
    expect(error.message).toContain('for example "p3"');
  });
});

describe("names of files", () => {
  it.each(inTurn(['it\'s "quoted".csv', "größe ☃.csv", "two words; --.csv"], 3))(
    "%s",
    async (name) => {
      const { log } = await ask(await bench.csv(name, goodRows()));
      expect(log.trajectories).toBe(12);
    },
  );
});

describe("queries and tables", () => {
  it.each([
    ["a mistake of syntax", { sql: "SELECT 1 FROM FROM b" }, /syntax error/],
    ["a table that is not there", { sql: "SELECT * FROM nowhere" }, /nowhere/],
    ["a column that is not there", { sql: `SELECT sesion FROM (${goodQuery()})` }, /"session"/],
    ["a missing table", { table: "main.impressions" }, /impressions/],
  ])("%s", async (_, source, said) => {
    const error = await refuse(source);
    expect(error.kind).toBe("engine");
    expect(error.message).toMatch(said);
  });

  it("of several statements", async () => {
    const error = await refuse({ sql: "SELECT 1; DROP TABLE x" });
    expect(error).toMatchObject({ kind: "study", code: "notOneSelect" });
  });

  it("that fail while they run", async () => {
    const error = await refuse({
      sql: `SELECT * REPLACE (CAST(visitor AS INT) AS place) FROM (${goodQuery()})`,
    });
    expect(error).toMatchObject({ kind: "engine", code: "valueUnreadable" });
    expect(error.message).toContain("'u0'");
  });
});

import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { itemOf, type Lines, type LinesKind } from "./lines.js";
import { parseNumber } from "./number.js";
import { readLines } from "./read-lines.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (name: string, text: string, kind: LinesKind = "run"): Promise<Lines> =>
  readLines(name, kind, bytes(text));
const linesOf = (lines: Lines): readonly unknown[] =>
  Array.from({ length: lines.size }, (_, i) => [
    lines.users[lines.user[i] ?? 0],
    itemOf(lines, i),
    lines.value[i],
    lines.line[i],
  ]);

const two = [
  ["u", "a", 1.5, 1],
  ["ü", "b", -2, 2],
];
const moved = (by: number): readonly unknown[] =>
  two.map((line) => line.with(3, Number(line[3]) + by));

describe("the same lines", () => {
  it.each([
    ["run.txt", "u Q0 a 1 1.5 s\nü\tQ0  b 2 -2e0 s\r\n", 0],
    ["run", "\uFEFFu Q0 a 1 1.5 s\nü Q0 b 2 -2 s", 0],
    ["run.csv", 'user,item,score\nu,a,1.5\r\n"ü","b",-2\n', 1],
    ["run.tsv", "qid\tdocno\tscore\nu\ta\t1.5\nü\tb\t-2\n", 1],
    ["run.csv", "user;item;score\nu;a;1.5\nü;b;-2\n", 1],
    ["run.jsonl", '{"user":"u","item":"a","score":1.5}\n{"user":"ü","item":"b","score":-2}\n', 0],
    ["stdin", '{"user":"u","item":"a","score":1.5}\n{"user":"ü","item":"b","score":-2}', 0],
    ["stdin", "user,item,score\nu,a,1.5\nü,b,-2\n", 1],
  ])("are read from %s", async (name, text, header) => {
    expect(linesOf(await read(name, text))).toEqual(moved(header));
  });

  it("are read from Parquet, numbers as names too", async () => {
    const file = parquetWriteBuffer({
      columnData: [
        { name: "userId", data: [7, 8], type: "INT32" },
        { name: "movieId", data: ["a", "b"], type: "STRING" },
        { name: "rating", data: [4, 0.5], type: "DOUBLE" },
      ],
    });
    const lines = await readLines("labels.parquet", "labels", new Uint8Array(file));
    expect(linesOf(lines)).toEqual([
      ["7", "a", 4, 1],
      ["8", "b", 0.5, 2],
    ]);
  });

  it("have the opposite rank for a score where a table has no score", async () => {
    expect((await read("run.csv", "user,item,rank\nu,a,1\nu,b,2\n")).value).toEqual(
      Float64Array.of(-1, -2),
    );
  });

  it("keep quotes and line breaks within cells, and count lines as an editor does", async () => {
    const lines = await read("run.csv", 'user,item,score\n"u\n1","a""b",1\nv,c,2\n');
    expect(linesOf(lines)).toEqual([
      ["u\n1", 'a"b', 1, 2],
      ["v", "c", 2, 4],
    ]);
  });
});

describe("refuses", () => {
  it.each([
    [
      "run.txt",
      "u Q0 a 1 NaN s\n",
      /run.txt, line 1: the score must be a finite number; it is "NaN"/,
    ],
    ["run.txt", "u Q0 a 1 1 s\n\nu Q0 b\n", /line 3: it has 3 fields; expected "user Q0 item rank/],
    ["run.txt", "u\n", /line 1: it has 1 field; expected "user Q0 item rank/],
    ["run.json", '[{"user":"u","item":"a","score":1}]', /line 1: it is not a JSON object/],
    ["run.csv", "user,item,score\nu,a,1\nu,b\n", /line 3: it has 2 cells, and the header 3/],
    ["run.csv", "user,item,score\nu,a,x\n", /line 2: the score must be a finite number; it is "x"/],
    ["run.csv", "user,item,score\n,a,1\n", /line 2: user and item must not be empty/],
    [
      "run.csv",
      "user,item,sc\nu,a,1\n",
      /no column score \(or sim, prediction\); it has user, item, sc/,
    ],
    ["run.csv", "u Q0 a 1 2 s\n", /is not a table: its first line/],
    ["run.jsonl", '{"user":"u","item":"a","score":null}\n', /line 1: the score must be a finite/],
    ["run.jsonl", '{"user":"u","item":"a","score":1}\n[1]\n', /line 2: it is not a JSON object/],
    ["run.jsonl", "user,item,score\n", /ends in .jsonl, and its first bytes are those of CSV/],
    ["run.parquet", "user,item,score\n", /ends in .parquet, and its first bytes are those of CSV/],
    ["run.csv", "PAR1 and more", /ends in .csv, and its first bytes are those of Parquet/],
    ["run.parquet", "PAR1 and more", /run.parquet is not a Parquet file/],
    ["run.txt", "", /run.txt lists no item/],
    ["run.txt", "\n\n", /run.txt lists no item/],
    ["run.csv", "user,item,score\n", /run.csv lists no item/],
  ])("%s: %j", async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });

  it("a run where labels are expected, whose ranks would be grades", async () => {
    await expect(read("run.txt", "u Q0 a 1 9.5 s\n", "labels")).rejects.toThrow(
      /line 1: it has 6 fields; expected "user 0 item grade"/,
    );
    await expect(read("qrels.txt", "u 0 a 1 \r\nu 0 b 2 1", "labels")).rejects.toThrow(
      /line 2: it has 5 fields/,
    );
  });

  it("labels without a line", async () => {
    await expect(read("qrels.txt", "", "labels")).rejects.toThrow(/holds no label/);
  });

  it("at most five lines at once", async () => {
    const text = Array.from({ length: 9 }, () => "u Q0 a 1 x s").join("\n");
    const error = await read("run.txt", text).catch((thrown: Error) => thrown);
    expect((error as Error).message.split("\n")).toHaveLength(5);
  });
});

it("parses decimals to the last bit", () => {
  const texts = ["0", "-1", "+2.5", ".5", "5.", "0.1", "123456.789012", "1e3", "2.129133"];
  const long = [
    "3.141592653589793238",
    "9007199254740993",
    "1e-320",
    "0.0000000000000000000000012",
  ];
  for (const text of [...texts, ...long]) {
    expect(parseNumber(bytes(text), 0, text.length), text).toBe(Number(text));
  }
  for (const text of ["", "-", ".", "1.2.3", "0x10", "Infinity", "NaN", "1e", "12a"]) {
    expect(parseNumber(bytes(text), 0, bytes(text).length), text).toBeNaN();
  }
});

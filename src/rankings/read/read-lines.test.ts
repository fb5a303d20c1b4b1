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

describe("types do not come from the head of a file", () => {
  const userOf = async (name: string, text: string): Promise<readonly string[]> =>
    (await read(name, text)).users;

  it("whole numbers beyond 2^53 stay what they are, in every form", async () => {
    const ids = ["9007199254740993", "18446744073709551615", "-9007199254740993"];
    const json = ids.map(
      (id) => `{"user":${id},"item":"9007199254740993, 1","score":0.12345678901234566}`,
    );
    const table = ids.map((id) => `${id},a,1`).join("\n");
    for (const [name, text] of [
      ["run.jsonl", json.join("\n")],
      ["run.json", `[${json.join(",")}]`],
      ["run.csv", `user,item,score\n${table}`],
      ["run.txt", ids.map((id) => `${id} Q0 a 1 1 s`).join("\n")],
    ] as const) {
      expect(await userOf(name, text), name).toEqual(ids);
    }
    const lines = await read("run.jsonl", json[0] ?? "");
    expect(linesOf(lines)).toEqual([[ids[0], "9007199254740993, 1", 0.12345678901234566, 1]]);
    const file = parquetWriteBuffer({
      columnData: [
        { name: "user", data: [9007199254740993n, -1n], type: "INT64" },
        { name: "item", data: [1, 2], type: "DOUBLE" },
        { name: "score", data: [9007199254740993n, 2n], type: "INT64" },
      ],
    });
    expect(linesOf(await readLines("run.parquet", "run", new Uint8Array(file)))).toEqual([
      ["9007199254740993", "1", 9007199254740992, 1],
      ["-1", "2", 2, 2],
    ]);
  });

  it("whole numbers that a double has rounded are no ids", async () => {
    const file = parquetWriteBuffer({
      columnData: [
        { name: "user", data: [9007199254740992], type: "DOUBLE" },
        { name: "item", data: [1], type: "INT32" },
        { name: "score", data: [1], type: "INT32" },
      ],
    });
    await expect(readLines("run.parquet", "run", new Uint8Array(file))).rejects.toThrow(
      /line 1: user must be a text or a whole number; it is "9007199254740992". Decimal numbers hold/,
    );
  });

  it("zeros in front, late decimals, late quotes and late keys are read", async () => {
    const many = (line: (i: number) => string): string =>
      Array.from({ length: 30_000 }, (_, i) => line(i)).join("\n");
    const csv = await read(
      "run.csv",
      `user,item,score\n${many((i) => `u,${i},1`)}\n"0,7",007,0.5\n`,
    );
    expect(linesOf(csv).at(-1)).toEqual(["0,7", "007", 0.5, 30_002]);
    const start = many((i) => `{"user":1,"item":${i},"rank":1}`);
    const json = `${start}\n{"user":"1","item":"007","score":0.5}`;
    await expect(read("run.jsonl", json)).rejects.toThrow(/line 1: there is no "score"/);
    const late = `${json.split("\n").at(-1)}\n${start}`;
    await expect(read("run.jsonl", late)).rejects.toThrow(/line 2: there is no "score"/);
  });

  it("a whole number is one id, however JSON writes it, and a number may be a text", async () => {
    const text = '{"user":1.0,"item":"x","score":"0.5"}\n{"user":"1","item":"y","score":5e-1}\n';
    expect(linesOf(await read("run.jsonl", text))).toEqual([
      ["1", "x", 0.5, 1],
      ["1", "y", 0.5, 2],
    ]);
  });
});

describe("the order of a list", () => {
  const rows = ["u,a,1,0.1", "u,b,2,0.2", "v,b,1,0.2", "v,a,2,0.9"];
  const csv = `user,item,rank,score\n${rows.join("\n")}\n`;
  const columns = (more: Readonly<Record<string, string>>, text = csv): Promise<Lines> =>
    readLines("run.csv", "run", bytes(text), more);

  it("is that of ranks where a score is a distance, with a note", async () => {
    const lines = await columns({});
    expect([...lines.value]).toEqual([-1, -2, -1, -2]);
    expect(lines.notes[0]?.message).toMatch(/in 2 of 2 lists rank and score contradict each other/);
    const shuffled = await columns({}, `user,item,rank,score\n${rows.toReversed().join("\n")}\n`);
    expect(shuffled.notes).toEqual(lines.notes);
    expect([...shuffled.value]).toEqual([-2, -1, -2, -1]);
  });

  it("is that of the column that is named, without one", async () => {
    expect((await columns({ score: "score" })).value[0]).toBe(0.1);
    expect((await columns({ score: "score" })).notes).toEqual([]);
    for (const named of [{ rank: "rank" }, { score: "rank" }, { rank: "score" }]) {
      const { value, notes } = await columns(named);
      expect(value[0]).toBe("rank" in named && named.rank === "score" ? -0.1 : -1);
      expect(notes).toEqual([]);
    }
    for (const name of ["pos", "Position", "distance", "dist"]) {
      const text = csv.replace("rank,score", `${name},other`);
      expect((await columns({}, text)).value[0]).toBe(-1);
      expect((await columns({ score: name }, text)).value[0]).toBe(-1);
    }
  });

  it("is that of scores where few lists or none contradict them", async () => {
    const most = [...rows, "w,a,1,3", "w,b,2,2", "x,a,0,1", "x,b,0,2"];
    const lines = await columns({}, `user,item,rank,score\n${most.join("\n")}\n`);
    expect(lines.value[0]).toBe(0.1);
    expect(lines.notes[0]?.message).toMatch(/2 of 3 lists .* ordered by score\. Write --rank rank/);
    const few = [...most, "y,a,1,2", "y,b,7,1", "z,a,1,x"];
    const fine = await columns(
      { user: "user" },
      `user,item,score,rank\n${few
        .slice(0, -1)
        .map((row) => row.replace(/(.*),(.*),(.*)/, "$1,$3,$2"))
        .join("\n")}\n`,
    );
    expect(fine.notes).toEqual([]);
  });

  it("in TREC's form is that of scores, with a note, or of ranks where they are named", async () => {
    const text = "u Q0 a 1 0.1 s\nu Q0 b 2 0.2 s\n";
    const lines = await read("run.txt", text);
    expect([...lines.value]).toEqual([0.1, 0.2]);
    expect(lines.notes[0]?.message).toMatch(/1 of 1 lists .* ordered by score\. Write --rank rank/);
    const ranked = await readLines("run.txt", "run", bytes(text), { rank: "rank" });
    expect([[...ranked.value], ranked.notes]).toEqual([[-1, -2], []]);
    await expect(readLines("run.txt", "run", bytes(text), { rank: "pos" })).rejects.toThrow(
      /no column pos: .* Write --rank rank/,
    );
    expect((await read("run.txt", text.replaceAll(/ [12] /g, " 0 "))).notes).toEqual([]);
  });
});

describe("refuses", () => {
  it.each([
    [
      "run.csv",
      "u1,a,0.5\nu1,b,0.4\n",
      /no header: its first line holds u1, a, 0.5, .*such as user,item,score/,
    ],
    ["run.csv", "user,item,score,score\nu,a,1,2\n", /has 2 columns score; .*Rename all but one/],
    [
      "run.csv",
      'user,item,score\nu,a,"1"5\nv,b,1\n',
      /line 2: a text in quotes is followed by "5"/,
    ],
    [
      "run.csv",
      'user,item,score\n"u"x,a,1\nv,b,1\n',
      /line 2: a text in quotes is followed by "x"/,
    ],
    [
      "run.csv",
      'user,score,item\nu,1,"a\nv,2,b\n',
      /line 2: a quote that opens in this row is never/,
    ],
    ["run.csv", "user;item;score\nu;a;0,5\n", /it is "0,5". Write decimals with a point/],
    ["run.csv", "user,item,score\nu,a,0x10\n", /it is "0x10"/],
    ["run.jsonl", '{"user":true,"item":"a","score":1}', /user must be a text .*it is "true"/],
    ["run.jsonl", '{"user":"u","item":[5],"score":1}', /item must be a text .*it is "\[5\]"/],
    ["run.jsonl", '{"user":null,"item":"a","score":1}', /user must be a text .*it is "null"/],
    [
      "run.jsonl",
      '{"user":1e17,"item":"a","score":1}',
      /Decimal numbers hold whole ones up to 2\^53/,
    ],
    ["run.txt", "u Q0 doc 1 1 0.5 s\n", /line 1: it has 7 fields; .* No id may hold a blank/],
    ["run.txt", "# a comment\nu Q0 a 1 1 s\n", /line 1: it has 3 fields/],
    [
      "run.txt",
      "query Q0 doc rank score name\n",
      /line 1: the score must be a finite number; it is "score"/,
    ],
    [
      "run.txt",
      "u Q0 a 1 NaN s\n",
      /run.txt, line 1: the score must be a finite number; it is "NaN"/,
    ],
    ["run.txt", "u Q0 a 1 1 s\n\nu Q0 b\n", /line 3: it has 3 fields; expected "user Q0 item rank/],
    ["run.txt", "u\n", /line 1: it has 1 field; expected "user Q0 item rank/],
    ["run.json", '[{"user":"u","item":"a","score":1}, 2]', /line 1: it is not a JSON object/],
    ["run.csv", "user,item,score\nu,a,1\nu,b\n", /line 3: it has 2 cells, and the header 3/],
    ["run.csv", "user,item,score\nu,a,x\n", /line 2: the score must be a finite number; it is "x"/],
    ["run.csv", "user,item,score\n,a,1\n", /line 2: user and item must not be empty/],
    [
      "run.csv",
      "user,item,sc\nu,a,1\n",
      /no column score \(or sim, prediction, rank, .*dist\); it has user, item, sc\. Name it with --score or --rank/,
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

  it("bytes that are no text of UTF-8, and files that are packed otherwise", async () => {
    const latin = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));
    const csv = latin("user,item,score\nu,a,1\n\u00e9,b,1\n");
    await expect(readLines("run.csv", "run", csv)).rejects.toThrow(
      /run.csv, line 3: it is not UTF-8/,
    );
    const trec = latin("u Q0 a 1 1 s\n\u00e9 Q0 a 1 1 s\n\u00e8 Q0 b 1 1 s\n");
    await expect(readLines("run.txt", "run", trec)).rejects.toThrow(
      /line 2: its user is not UTF-8/,
    );
    await expect(readLines("run.csv", "run", latin("\u00ff\u00feu\0,\0"))).rejects.toThrow(
      /is text in UTF-16/,
    );
    await expect(readLines("run.csv", "run", latin("PK\u0003\u0004"))).rejects.toThrow(
      /Excel's .xlsx/,
    );
    await expect(readLines("run", "run", latin("(\u00b5/\u00fd"))).rejects.toThrow(
      /packed with zstd/,
    );
  });

  it("a run where labels are expected, whose ranks would be grades", async () => {
    await expect(read("run.txt", "u Q0 a 1 9.5 s\n", "labels")).rejects.toThrow(
      /line 1: it has 6 fields; expected "user 0 item grade"/,
    );
    await expect(read("qrels.txt", "u 0 a 1 \r\nu 0 b 2 1", "labels")).rejects.toThrow(
      /line 2: it has 5 fields/,
    );
  });

  it("ratings of MovieLens and labels of learning to rank in the place of TREC's form", async () => {
    await expect(read("u.data", "196\t242\t3\t881250949\n", "labels")).rejects.toThrow(
      /every grade is 881250949 or the like, which seems to be a time/,
    );
    await expect(read("ratings.dat", "1::1193::5::978300760\n", "labels")).rejects.toThrow(
      /1 field; .* Fields between "::" are not read: write them as CSV/,
    );
    await expect(read("test.txt", "2 qid:10 1:0.03 2:0.5 3:7\n", "labels")).rejects.toThrow(
      /5 fields; .* Lines of features/,
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

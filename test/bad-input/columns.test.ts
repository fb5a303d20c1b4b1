import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { inTurn } from "../fixture/property.js";
import { answerTo, refusalOf, studyOf } from "./ask.js";
import { goodQuery, goodRows, spoilt, useBench } from "./bad-log.js";

const bench = useBench();
const ask = (source: unknown, changes = {}) => answerTo(studyOf(source, changes), bench.engine());
const refuse = (source: unknown, changes = {}) =>
  refusalOf(studyOf(source, changes), bench.engine());
const good = { sql: goodQuery() };

describe("a column that does not exist", () => {
  it("is named with the role, the source and the nearest one, every one at once", async () => {
    const path = await bench.csv("good.csv", goodRows());
    const error = await refuse(path, {
      log: { rank: "plcae", user: "vistor", rewards: { like: "likes" } },
      policies: { candidate: { rank: "place3" } },
    });
    expect(error.kind).toBe("study");
    expect(error.problems.map(({ message }) => message)).toEqual([
      `log.user names column "vistor", which ${path} does not have; did you mean "visitor"?`,
      `log.rank names column "plcae", which ${path} does not have; did you mean "place"?`,
      `log.rewards.like names column "likes", which ${path} does not have; did you mean "liked"?`,
      `policies.candidate.rank names column "place3", which ${path} does not have; did you mean "place"?`,
    ]);
  });

  it("far from any other gets the list of columns", async () => {
    const error = await refuse(good, { log: { user: "zzzzzz" } });
    expect(error.message).toContain('it has "session", "visitor"');
  });

  it("that differs in case alone is not taken for the other", async () => {
    const error = await refuse(good, { log: { rank: "PLACE" } });
    expect(error.message).toContain('names column "PLACE"');
    expect(error.message).toContain('did you mean "place"?');
  });
});

describe("columns whose names differ in case, or not at all", () => {
  const lines = goodRows().map((r) =>
    [r.session, 7, r.visitor, r.item, r.place, r.place2, r.liked].join(","),
  );

  const twice = (second: string): Promise<string> => {
    const names = `session,${second},visitor,item,place,place2,liked`;
    return bench.text("twice.csv", [names, ...lines].join("\n"));
  };

  it("the first column is read, not Session", async () => {
    expect((await ask(await twice("Session"))).log.trajectories).toBe(12);
  });

  it("the second is asked for by the name that the engine gives it", async () => {
    const { message } = await refuse(await twice("Session"), { log: { trajectory: "Session" } });
    expect(message).toContain('the engine calls it "Session_1": write that');
  });

  it("a name that stands twice is refused where it is read", async () => {
    const path = await twice("session");
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "columnUnsupported" });
    expect(error.message).toContain(`header of "${path}" has the name 2 times, as columns 1 and 2`);
  });

  it("a name that stands twice and is not read is no matter", async () => {
    const rows = lines.map((line) => `${line},1`).join("\n");
    const path = await bench.text(
      "unread.csv",
      `session,note,visitor,item,place,place2,liked,note\n${rows}`,
    );
    expect((await ask(path)).log.trajectories).toBe(12);
  });

  it("in Parquet", async () => {
    const file = parquetWriteBuffer({
      columnData: columnsOf(goodRows()).flatMap((each) =>
        each.name === "session"
          ? [each, { name: "Session", data: each.data.map(() => 7) }]
          : [each],
      ),
    });
    const path = await bench.text("case.parquet", new Uint8Array(file));
    expect((await ask(path)).log.trajectories).toBe(12);
    const { message } = await refuse(path, { log: { trajectory: "Session" } });
    expect(message).toContain('the engine calls it "Session_1": write that');
  });

  it("in a query", async () => {
    const { log } = await ask({ sql: `SELECT *, 7 AS "Session" FROM (${goodQuery()})` });
    expect(log.trajectories).toBe(12);
  });
});

describe("a column of another type", () => {
  it.each([
    ["log.rank", { place: "first" }, '"place"', '"first"'],
    ["log.rewards.like", { liked: "yes" }, '"liked"', '"yes"'],
    ["policies.candidate.rank", { place2: "third" }, '"place2"', '"third"'],
  ])("text in %s is shown", async (role, change, column, value) => {
    const path = await bench.csv("text.csv", spoilt(4, change));
    const error = await refuse(path);
    expect(error).toMatchObject({ kind: "log", code: "columnType" });
    expect(error.message).toContain(`${role} needs a column of numbers; ${column} in ${path}`);
    expect(error.message).toContain(`holds text, for example ${value}`);
    expect(error.message).toContain('{ sql: "select …" }');
  });

  it("of which most rows are no numbers is the study's to correct", async () => {
    const path = await bench.csv(
      "texts.csv",
      goodRows().map((row) => ({ ...row, place: "top" })),
    );
    expect(await refuse(path)).toMatchObject({ kind: "study", code: "columnType" });
  });

  it.each(inTurn(["NULL", "NA", "\\N", "-"]))(
    "%s for no value is read by the advice",
    async (word) => {
      const columns = ["session", "visitor", "item", "place", "place2", "liked"] as const;
      const lines = goodRows().map((row, at) =>
        columns.map((name) => (at === 4 && name === "place2" ? word : row[name])).join(),
      );
      const path = await bench.text("word.csv", [columns.join(), ...lines].join("\n"));
      const { message } = await refuse(path);
      expect(message).toContain(
        `holds text, for example "${word}" in line 6 (1 of its 36 rows is no number). If '${word}' stands for no value`,
      );
      const [, said = ""] = /log\.source: (\{ sql: ".*" \})\.$/.exec(message) ?? [];
      expect((await ask(parse(said))).log.trajectories).toBe(12);
    },
  );

  it("text for no value in a query is told by nullif", async () => {
    const error = await refuse({ sql: goodQuery({ place2: "'NULL'" }) });
    expect(error.message).toContain("cast(nullif(place2, 'NULL') as …) as place2 from …");
  });

  it("text among numbers of JSON lines is shown", async () => {
    const error = await refuse(await bench.jsonLines("mixed.jsonl", spoilt(4, { place: "first" })));
    expect(error.message).toContain(
      'holds text, for example "first" in line 5 (1 of its 36 rows is no number)',
    );
  });

  it("numbers with a decimal comma are text", async () => {
    const path = await bench.text(
      "comma.csv",
      "session;visitor;item;place;place2;liked\n1;a;3;1;1;1,5\n2;b;3;1;1;0,5\n",
    );
    expect((await refuse(path)).message).toContain('holds text, for example "1,5"');
  });

  it.each(["csv", "jsonl"])("without any value, in %s, holds nothing", async (ending) => {
    const rows = goodRows().map((row) => ({ ...row, liked: null }));
    const write = ending === "csv" ? bench.csv : bench.jsonLines;
    const error = await refuse(await write(`void.${ending}`, rows));
    expect(error.message).toContain('"liked"');
    expect(error.message).toContain("holds nothing (null in all 36 rows)");
  });

  it("ranks and rewards as decimals, doubles, small and wide integers are all numbers", async () => {
    const plain = await ask(good);
    const types = ["DOUBLE", "FLOAT", "DECIMAL(10,2)", "TINYINT", "UBIGINT", "HUGEINT"];
    for (const type of inTurn(types, 3)) {
      const cast = (value: string): string => `CAST(${value} AS ${type})`;
      const { estimates, differences } = await ask({
        sql: goodQuery({
          place: cast("i % 3 + 1"),
          place2: cast("[2, 1, 3][i % 3 + 1]"),
          liked: cast("CASE WHEN i * 7 % 5 = 0 THEN 1 ELSE 0 END"),
        }),
      });
      expect({ type, estimates, differences }).toEqual({
        type,
        estimates: plain.estimates,
        differences: plain.differences,
      });
    }
  });

  it.each(["csv", "jsonl"])("rewards of true and false count as 1 and 0, in %s", async (ending) => {
    const rows = goodRows().map((row) => ({ ...row, liked: row.liked === 1 }));
    const write = ending === "csv" ? bench.csv : bench.jsonLines;
    const { estimates } = await ask(await write(`flags.${ending}`, rows));
    expect(estimates).toEqual((await ask(good)).estimates);
  });
});

function columnsOf(rows: ReturnType<typeof goodRows>) {
  const names = Object.keys(rows[0] ?? {});
  return names.map((name) => ({ name, data: rows.map((row) => row[name as keyof typeof row]) }));
}

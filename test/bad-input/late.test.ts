import { mkdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import type { Result } from "../../src/index.js";
import { cast, column } from "../../src/sql/expression.js";
import { from, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { answerTo, studyOf } from "./ask.js";
import { goodRows, useBench } from "./bad-log.js";
import { lateDecimals, studyOfDecimals } from "./late-decimals.js";

const bench = useBench();

/** What a column holds, as text. */
async function read(
  name: string,
  paths: readonly string[],
  format: "csv" | "jsonLines" = "csv",
): Promise<readonly (string | null)[]> {
  const relation = select(from({ kind: "files", format, paths }), [
    ["found", cast(column(name), "text")],
  ]);
  const columns = [{ name: "found", type: "text" as const }];
  return (await collect(bench.engine(), { purpose: "test", relation, columns })).texts("found");
}

const typeOf = async (name: string, ...paths: readonly string[]): Promise<string | undefined> => {
  const format = paths[0]?.includes("json") ? "jsonLines" : "csv";
  const columns = await bench.engine().describe({ kind: "files", format, paths });
  return columns.find((each) => each.name === name)?.type;
};

/** A quick run tries one of three ways of writing decimals, and one of seven of writing the rows. */
const shares = repetitions(3, 1);

/** Lines beyond those that DuckDB looks at by itself. */
const many = (first: string): string => `${first}\n`.repeat(30_000);

describe("decimals that come late", () => {
  const { header, lines, right } = lateDecimals();
  const ask = async (
    source: unknown,
  ): Promise<Pick<Result, "estimates" | "differences" | "verdicts">> => {
    const { estimates, differences, verdicts } = await answerTo(
      studyOfDecimals(source),
      bench.engine(),
    );
    return { estimates, differences, verdicts };
  };

  let asked: Promise<Pick<Result, "estimates" | "differences" | "verdicts">> | undefined;
  /** The answer to the whole log, computed once. */
  const wholeAnswer = async (): ReturnType<typeof ask> => {
    asked ??= ask(await bench.text("decimals.csv", [header, ...lines].join("\n")));
    return asked;
  };

  it("are not rounded", async () => {
    const { estimates, verdicts } = await wholeAnswer();
    const value = (policy: string, estimator: string): number => {
      const found = estimates
        .map(restoreNumbers)
        .find((row) => row.policy === policy && row.estimator === estimator);
      return found !== undefined && "value" in found ? found.value : Number.NaN;
    };
    expect(value("logged", "mean")).toBeCloseTo(right.logged, 9);
    expect(value("new", "dcg")).toBeCloseTo(right.new, 9);
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(["worse"]);
  });

  it.runIf(isInTurn(0, shares))("give the same answer in another order", async () => {
    const turned = await bench.text("turned.csv", [header, ...lines.toReversed()].join("\n"));
    expect(await ask(turned)).toEqual(await wholeAnswer());
  });

  it.runIf(isInTurn(1, shares))("give the same answer in other files", async () => {
    const cut = lines.findIndex((line) => line.includes(".45"));
    await bench.text("cut-1.csv", [header, ...lines.slice(0, cut)].join("\n"));
    await bench.text("cut-2.csv", [header, ...lines.slice(cut)].join("\n"));
    expect(await ask(bench.at("cut-*.csv"))).toEqual(await wholeAnswer());
  });

  it.runIf(isInTurn(2, shares))("in JSON lines are not rounded", async () => {
    const path = await bench.text("late.jsonl", `${many('{"x":1}')}{"x":0.45}\n`);
    expect((await read("x", [path], "jsonLines")).at(-1)).toBe("0.45");
  });
});

describe("columns that are the names of folders", () => {
  it.each([
    ["day", ["2026-11-01", "2026-11-02"], "date"],
    ["feed", ["1", "2"], "bigint"],
    ["feed", ["01", "02"], "text"],
  ] as const)("%s=%s have their type, beside those of the file", async (key, values, type) => {
    const folder = `${key}-${values[0]}`;
    for (const value of values) {
      await mkdir(bench.at(`${folder}/${key}=${value}`), { recursive: true });
      await bench.text(`${folder}/${key}=${value}/part.csv`, "id,x\n007,0.5\n8,1\n");
    }
    const path = bench.at(`${folder}/*/*.csv`);
    expect(await typeOf(key, path)).toBe(type);
    expect(await typeOf("id", path)).toBe("text");
    expect(new Set(await read(key, [path]))).toEqual(new Set(values));
  });
});

describe("ids", () => {
  it("keep zeros in front, in whichever file these are", async () => {
    const plain = await bench.text("z-1.csv", "id\n7\n12\n");
    const zeros = await bench.text("z-2.csv", "id\n007\n12\n");
    expect(await typeOf("id", plain)).toBe("bigint");
    expect((await read("id", [plain, zeros])).toSorted()).toEqual(["007", "12", "12", "7"]);
    expect((await read("id", [bench.at("z-*.csv")])).toSorted()).toEqual(["007", "12", "12", "7"]);
    const late = await bench.text("z-3.csv", `id\n${many("12")}007\n`);
    expect(new Set(await read("id", [late]))).toEqual(new Set(["007", "12"]));
  });

  it.each(
    inTurn([
      ["9007199254740993", "1"],
      ["18446744073709551615", "1"],
      ["18446744073709551615", "-9007199254740993"],
      ["12345678901234567890123456789012345678", "0"],
    ]),
  )("%s among %s stays what it is", async (long, short) => {
    const csv = await bench.text("long.csv", `id\n${many(short)}${long}\n`);
    const json = await bench.text("long.jsonl", `${many(`{"id":${short}}`)}{"id":${long}}\n`);
    const both = new Set([long, short]);
    expect(new Set(await read("id", [csv]))).toEqual(both);
    expect(new Set(await read("id", [json], "jsonLines"))).toEqual(both);
  });

  it.each(inTurn(["+5", "1e5x", "5_000", "0x1F", "5-6", "-05", "1,5"]))(
    "with %s among them are texts",
    async (odd) => {
      const path = await bench.text("odd.csv", `id,n\n${many("12,1")}"${odd}",1\n`);
      const type = await typeOf("id", path);
      expect(type).toBe(odd === "+5" ? "double" : "text");
      if (type === "text") expect(new Set(await read("id", [path]))).toEqual(new Set([odd, "12"]));
    },
  );

  it("in quotes in JSON lines are texts", async () => {
    const path = await bench.text("quoted.jsonl", '{"id":"5"}\n{"id":"1.10"}\n');
    expect(await read("id", [path], "jsonLines")).toEqual(["5", "1.10"]);
    expect(await typeOf("id", path)).toBe("text");
  });
});

describe("what comes late", () => {
  it("as quotes is read as quotes", async () => {
    const path = await bench.text("q.csv", `a,b\n${many("x,1")}"x ""y"",\nz",1\n`);
    expect(new Set(await read("a", [path]))).toEqual(new Set(["x", 'x "y",\nz']));
  });

  it("as a key of JSON lines is a column", async () => {
    const path = await bench.text("k.jsonl", `${many('{"a":1}')}{"a":1,"late":"x"}\n`);
    expect((await read("late", [path], "jsonLines")).filter((each) => each !== null)).toEqual([
      "x",
    ]);
  });

  it("as a list among texts is text, whichever stands first", async () => {
    const [text, list] = ['{"item":"a1"}\n', '{"item":["x","y"]}\n'];
    const first = await bench.text("first.jsonl", text.repeat(3000) + list.repeat(10));
    const last = await bench.text("last.jsonl", list.repeat(10) + text.repeat(3000));
    expect([await typeOf("item", first), await typeOf("item", last)]).toEqual(["text", "text"]);
  });

  it("as a comment is a row", async () => {
    const path = await bench.text("c.csv", `a,b\n${many("x,1")}#y,1\n`);
    expect(new Set(await read("a", [path]))).toEqual(new Set(["x", "#y"]));
  });

  it.each(
    inTurn([
      ["2026-11-01", "11/02/2026", "text"],
      ["2026-11-01", "2026-02-30", "text"],
      ["2026-11-01", "2026-11-02 10:00", "timestamp"],
      ["2026-11-01T10:00:00Z", "2026-11-02", "timestamp"],
      ["11/01/2026", "11/02/2026", "text"],
      ["1", "true", "text"],
      ["true", "False", "boolean"],
      ["1", "NaN", "double"],
      ["1", "NA", "text"],
      ["1", "", "bigint"],
      ["1", "1e-5", "double"],
      ["1", " 2", "double"],
    ]),
  )("%s and %s make a column, in either order", async (a, b, type) => {
    for (const [first = "", last = ""] of [
      [a, b],
      [b, a],
    ]) {
      const path = await bench.text("kinds.csv", `x,y\n${many(`${first},1`)}${last},1\n`);
      expect(await typeOf("x", path)).toBe(type);
    }
  });

  it("as an offset counts for the day", async () => {
    const path = await bench.text(
      "o.csv",
      "at,n\n2026-11-01T10:00:00,1\n2026-11-01T23:30:00-05:00,1\n",
    );
    expect((await read("at", [path])).toSorted().at(-1)).toContain("2026-11-02 04:30:00");
  });
});

describe("the same rows", () => {
  const rows = goodRows();
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => Object.values(row).join(","));
  const text = (between: string, end: string): string =>
    [names, ...lines.map((line) => line.split(","))].map((each) => each.join(between)).join(end);

  it.each(
    inTurn(
      [
        ["with a mark of the order of bytes", `\uFEFF${text(",", "\n")}`],
        ["with line ends of Windows", text(",", "\r\n")],
        ["with tabs", text("\t", "\n")],
        ["with semicolons", text(";", "\n")],
        ["with bars", text("|", "\n")],
        ["in quotes", text(",", "\n").replaceAll(/[^,\n]+/g, '"$&"')],
        [
          "with an empty column",
          `${text(",", "\n").replaceAll("\n", ",\n").replace(",\n", ",none\n")},`,
        ],
      ],
      7,
    ),
  )("%s give the same answer", async (_, content) => {
    const plain = await bench.text("same.csv", text(",", "\n"));
    const { estimates } = await answerTo(studyOf(plain), bench.engine());
    const path = await bench.text("other.csv", content);
    expect((await answerTo(studyOf(path), bench.engine())).estimates).toEqual(estimates);
    const packed = await bench.text("other.csv.gz", gzipSync(content));
    expect((await answerTo(studyOf(packed), bench.engine())).estimates).toEqual(estimates);
  });
});

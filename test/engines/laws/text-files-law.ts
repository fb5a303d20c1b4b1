import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HindcastError } from "../../../src/errors.js";
import { cast, column } from "../../../src/sql/expression.js";
import { from, type SourceRef, select } from "../../../src/sql/relation.js";
import { collect } from "../../../src/sql/run/collect.js";
import { answerTo } from "../../bad-input/ask.js";
import { lateDecimals, studyOfDecimals } from "../../bad-input/late-decimals.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";

type Format = "csv" | "jsonLines";

/** Files, by their contents; what a column of all of them is, and its different values as text. */
interface TextCase {
  readonly name: string;
  readonly format: Format;
  readonly files: Readonly<Record<string, string>>;
  readonly column: string;
  /** Undefined where engines differ, and no number depends on it. */
  readonly type: string | undefined;
  readonly values: readonly string[] | undefined;
}

/** More lines than any engine looks at to find a type. */
const many = (line: string): string => `${line}\n`.repeat(30_000);

const csv = (
  name: string,
  files: TextCase["files"],
  wanted: readonly [column: string, type: string | undefined, values?: readonly string[]],
): TextCase => ({
  ...{ name, format: "csv", files },
  ...{ column: wanted[0], type: wanted[1], values: wanted[2] },
});

const json = (...args: Parameters<typeof csv>): TextCase => ({
  ...csv(...args),
  format: "jsonLines",
});

/** A long number after many short ones. */
const numbers = (long: string, short: string, type: string): readonly TextCase[] => [
  csv(`${long} after ${short}`, { "a.csv": `id\n${many(short)}${long}\n` }, [
    "id",
    type,
    [long, short],
  ]),
  json(`${long} after ${short}`, { "a.jsonl": `${many(`{"id":${short}}`)}{"id":${long}}\n` }, [
    "id",
    type,
    [long, short],
  ]),
];

/** The type of two kinds of texts, in either order. */
const both = (a: string, b: string, type: string): readonly TextCase[] =>
  [[a, b] as const, [b, a] as const].map(([first, last]) =>
    csv(`"${last}" after "${first}"`, { "a.csv": `x,y\n${many(`${first},1`)}${last},1\n` }, [
      "x",
      type,
    ]),
  );

const cases: readonly TextCase[] = [
  csv("decimals", { "a.csv": `x,y\n${many("1,1")}0.45,1\n` }, ["x", "double", ["0.45", "1"]]),
  json("decimals", { "a.jsonl": `${many('{"x":1}')}{"x":0.45}\n` }, ["x", "double", ["0.45", "1"]]),
  csv("zeros in front", { "a.csv": `id,n\n${many("12,1")}007,1\n` }, ["id", "text", ["007", "12"]]),
  csv("zeros in front, in another file", { "a.csv": "id\n7\n12\n", "b.csv": "id\n007\n12\n" }, [
    "id",
    "text",
    ["007", "12", "7"],
  ]),
  csv("plain ids", { "a.csv": "id\n7\n12\n" }, ["id", "bigint", ["12", "7"]]),
  csv("columns in another order", { "a.csv": "id,n\n007,1\n", "b.csv": "n,id\n1,8\n" }, [
    "id",
    "text",
    ["007", "8"],
  ]),
  csv("folders", { "f=01/a.csv": "id\n1\n", "f=02/a.csv": "id\n1\n" }, ["f", "text", ["01", "02"]]),
  csv("semicolons", { "a.csv": "id;n\n007;1\n" }, ["id", "text", ["007"]]),
  csv("quotes", { "a.csv": `a,b\n${many("x,1")}"x ""y"",z",1\n` }, ["a", "text", ["x", 'x "y",z']]),
  json("a key", { "a.jsonl": `${many('{"a":1}')}{"a":1,"late":"x"}\n` }, ["late", "text", ["x"]]),
  json("numbers in quotes", { "a.jsonl": '{"id":"5"}\n{"id":"1.10"}\n' }, [
    "id",
    "text",
    ["1.10", "5"],
  ]),
  json("a text", { "a.jsonl": `${many('{"a":1}')}{"a":"x"}\n` }, ["a", "text", ["1", "x"]]),
  ...numbers("9007199254740993", "1", "bigint"),
  ...numbers("18446744073709551615", "-9007199254740993", "decimal"),
  ...numbers("12345678901234567890123456789012345678", "0", "decimal"),
  ...both("2026-11-01", "11/02/2026", "text"),
  ...both("2026-11-01", "2026-02-30", "text"),
  ...both("2026-11-01", "2026-11-02 10:00", "timestamp"),
  csv("offsets", { "a.csv": "at,n\n2026-11-01T10:00:00,1\n2026-11-01T23:30:00-05:00,1\n" }, [
    "at",
    "timestamp",
  ]),
  json("lists", { "a.jsonl": `${many('{"a":[1]}')}{"a":[1,2]}\n` }, ["a", "other"]),
  json("days", { "a.jsonl": `${many('{"a":"2026-11-01"}')}{"a":"2026-11-02"}\n` }, [
    "a",
    undefined,
    ["2026-11-01", "2026-11-02"],
  ]),
  ...both("2026-11-01T10:00:00Z", "2026-11-02", "timestamp"),
  ...both("1", "true", "text"),
  ...both("true", "False", "boolean"),
  ...both("1", "NaN", "double"),
  ...both("1", "NA", "text"),
  ...both("1", "", "bigint"),
  ...both("1", "+5", "double"),
  ...both("1", "-05", "text"),
];

/** Files of text are read by all their rows, whatever stands first in them. */
export function textFilesLaw({ lacks }: UnderTest, opened: () => OpenEngine): void {
  const ability = { csv: "CSV files", jsonLines: "JSON lines" } as const;
  const isLeftOut = (format: Format): boolean =>
    (lacks.files ?? lacks[ability[format]]) !== undefined;
  describe("what comes late in files of text", () => {
    let folder = "";
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "hindcast-texts-"));
    });
    afterAll(() => rm(folder, { recursive: true }));

    async function written(at: string, files: TextCase["files"]): Promise<readonly string[]> {
      const paths = Object.keys(files).map((name) => join(folder, at, name));
      for (const [i, content] of Object.values(files).entries()) {
        await mkdir(dirname(paths[i] ?? ""), { recursive: true });
        await writeFile(paths[i] ?? "", content);
      }
      return paths;
    }

    for (const [i, { name, format, files, column: of, type, values }] of cases.entries()) {
      it.skipIf(isLeftOut(format))(`${format}: ${name}`, async () => {
        const { engine } = opened();
        const source: SourceRef = { kind: "files", format, paths: await written(`${i}`, files) };
        const columns = await engine.describe(source);
        const found = columns.find((each) => each.name === of);
        expect(found?.type).toEqual(type ?? expect.any(String));
        const relation = select(from(source), [["found", cast(column(of), "text")]]);
        const wanted = [{ name: "found", type: "text" as const }];
        const plan = { purpose: "test", relation, columns: wanted };
        const came = (await collect(engine, plan)).texts("found");
        // A whole number among decimals is 1 or 1.0.
        const texts = [...new Set(came)].flatMap((each) => each?.replace(/\.0$/, "") ?? []);
        if (values !== undefined) expect(texts.toSorted()).toEqual(values.toSorted());
      });
    }

    it.skipIf(lacks.files !== undefined)("JSON lines are read right or refused", async () => {
      const { engine } = opened();
      const zeros = lacks["JSON lines"] === undefined ? ['{"a":007}'] : [];
      for (const late of ['{"a":0.45}', '{"a":12345678901234567890}', '{"a":1', ...zeros]) {
        const content = `${many('{"a":1}')}${late}\n`;
        const paths = await written("refused", { "a.jsonl": content });
        const source: SourceRef = { kind: "files", format: "jsonLines", paths };
        const relation = select(from(source), [["found", cast(column("a"), "text")]]);
        const columns = [{ name: "found", type: "text" as const }];
        const answer = async () => {
          await engine.describe(source);
          return (await collect(engine, { purpose: "test", relation, columns })).texts("found");
        };
        const found = await answer().catch((error: unknown) => error);
        if (found instanceof HindcastError) continue;
        expect(found).toContain(late.slice('{"a":'.length, -1));
      }
    });

    it.skipIf(isLeftOut("csv"))("a study of decimals that come late has its number", async () => {
      const { header, lines, right } = lateDecimals();
      const [path = ""] = await written("study", { "a.csv": [header, ...lines].join("\n") });
      const { estimates } = await answerTo(studyOfDecimals(path), opened().engine);
      const of = (policy: string, estimator: string) =>
        estimates.find((row) => row.policy === policy && row.estimator === estimator);
      expect(of("logged", "mean")).toMatchObject({ value: expect.closeTo(right.logged, 9) });
      expect(of("new", "dcg")).toMatchObject({ value: expect.closeTo(right.new, 9) });
    });

    it.skipIf(isLeftOut("csv"))("a file without a header is refused", async () => {
      const paths = await written("headless", { "a.csv": "s1,1,0.5\ns2,2,0.25\ns3,3,1\n" });
      const described = opened().engine.describe({ kind: "files", format: "csv", paths });
      await expect(described).rejects.toThrow(/seems to have no header/);
    });

    it.skipIf(isLeftOut("csv"))("a file that is written again is read again", async () => {
      const { engine } = opened();
      const [path = ""] = await written("again", { "a.csv": "id\n1\n2\n" });
      const type = async () =>
        (await engine.describe({ kind: "files", format: "csv", paths: [path] }))[0]?.type;
      expect(await type()).toBe("bigint");
      await writeFile(path, "id\n1\n2\n003\n");
      expect(await type()).toBe("text");
    });
  });
}

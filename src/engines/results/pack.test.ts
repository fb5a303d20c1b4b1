import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, names, saved, source, total } from "../../../test/fixture/saved-results.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Plan } from "../../sql/engine.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  minus,
  plus,
  sum,
  text,
  times,
} from "../../sql/expression.js";
import { from, group, select } from "../../sql/relation.js";
import { packed } from "./pack.js";
import { statementOf } from "./statement.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-packs-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("statements that are printed as one", () => {
  const other: Plan = {
    ...total,
    purpose: "other",
    relation: group(from(source), [], [["many", count()]], apply(">", count(), bigint(100n))),
  };
  const all = [names, total, other].map((plan) => statementOf(plan));
  const [pack] = packed(all, duckdbDialect);

  /** The result of all, of which a test changes the lines. */
  async function packSaved(
    name: string,
    change: (lines: readonly string[]) => readonly string[] = (lines) => lines,
    statement = pack,
  ): Promise<string> {
    const values = "['', 'b', NULL, 'b']::VARCHAR[]";
    const file = await saved(String(statement?.sql), values, join(folder, `${name}.csv`));
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    await writeFile(file, `${change(lines).join("\n")}\n`);
    return file;
  }
  const isOpening = (line: string): boolean => / of 3/.test(line);

  it("give the rows of each, none of one that finds nothing", async () => {
    expect(packed(all, duckdbDialect)).toHaveLength(1);
    const file = await packSaved("pack");
    const { columns } = await answer(names, [file]);
    const many = columns.get("many") ?? [];
    expect(new Map(Array.from(columns.get("name") ?? [], (name, i) => [name, many[i]]))).toEqual(
      new Map<unknown, bigint>([
        ["", 1n],
        ["b", 2n],
        [null, 1n],
      ]),
    );
    expect(Array.from((await answer(total, [file])).columns.get("many") ?? [])).toEqual([4n]);
    expect((await answer(other, [file])).rows).toBe(0);
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], RegExp]>([
    [
      "a row",
      (lines) => lines.filter((line, i) => i === 0 || isOpening(line) || !line.includes(":b")),
      /Expected 3 rows for "names" in .*, but there are 2\. The result was cut off/,
    ],
    [
      "the opening of a statement",
      (lines) => lines.filter((line) => !line.includes(all[1]?.marker ?? "")),
      /results of all 3? ?statements/,
    ],
    ["everything", ([header = ""]) => [header], /results of all statements/],
    [
      "the end of a row",
      (lines) => lines.map((line) => (line.includes(":b") ? line.slice(0, -1) : line)),
      /cut short/,
    ],
  ])("are refused without %s", async (what, change, said) => {
    const file = await packSaved("changed", change);
    await expect(answer(names, [file]), what).rejects.toThrow(said);
  });

  it("are refused where their file ends within a text", async () => {
    const file = await packSaved("within");
    const text = await readFile(file, "utf8");
    await writeFile(file, `${text.slice(0, text.lastIndexOf("\n", text.length - 2))}\n2,,"hindc`);
    await expect(answer(names, [file])).rejects.toMatchObject({
      code: "resultIncomplete",
      message: expect.stringContaining("Save the whole result again"),
    });
  });

  it("are refused where one is given twice", async () => {
    const file = await packSaved("twice");
    await expect(answer(total, [file, file])).rejects.toThrow(/given twice/);
  });

  it("may be parts of the packs of several studies and saved alone, as long as they agree", async () => {
    const [fewer] = packed(all.slice(0, 2), duckdbDialect);
    const file = await packSaved("first");
    const second = await packSaved(
      "second",
      ([header = "", ...lines]) => [header, ...lines.toReversed()],
      fewer,
    );
    expect((await answer(names, [file, second])).rows).toBe(3);
    const { print } = statementOf(names);
    const alone = (values: string): Promise<string> =>
      saved(print(duckdbDialect), `${values}::VARCHAR[]`, join(folder, "alone.csv"));
    expect((await answer(names, [await alone("[NULL, 'b', '', 'b']"), second])).rows).toBe(3);
    for (const other of ["['z']", "[NULL, 'b', '', '']", "[NULL, 'b', 'c', 'b']"]) {
      const differing = await alone(other);
      for (const files of [
        [second, differing],
        [differing, second],
      ]) {
        await expect(answer(names, files), other).rejects.toMatchObject({ code: "resultsDiffer" });
      }
      expect(
        Array.from((await answer(total, [second, differing])).columns.get("many") ?? []),
      ).toEqual([4n]);
    }
  });

  it("are refused where as many rows of two packs hold other values", async () => {
    const file = await packSaved("one");
    const other = await packSaved(
      "other",
      (lines) => lines.map((line) => line.replace(":b,", ":c,")),
      packed(all.slice(0, 2), duckdbDialect)[0],
    );
    await expect(answer(names, [file, other])).rejects.toMatchObject({ code: "resultsDiffer" });
    await expect(answer(names, [other, file])).rejects.toMatchObject({ code: "resultsDiffer" });
  });

  /** A sum in two bins, as every reward has, and one of which no step is known. */
  const binned = (): Plan => {
    const length = cast(count(column("name")), "double");
    const bin = (step: number): Expression => {
      const anchor = double(1.5 * 2 ** (52 + step));
      return minus(plus(times(length, double(Math.PI)), anchor), anchor);
    };
    const grouped = group(
      from(source),
      ["name"],
      [
        ["high", bin(-12)],
        ["low", bin(-50)],
        ["plain", times(length, double(Math.E))],
        ["raw", divide(length, double(3))],
      ],
    );
    const columns = ["high", "low", "plain", "raw"].map((name) => ({ name, type: "double" }));
    return {
      purpose: "sums",
      relation: grouped,
      columns: [{ name: "name", type: "text" }, ...columns],
    } as Plan;
  };
  const sumsOf = async (file: string): Promise<unknown> => {
    const { columns } = await answer(binned(), [file]);
    const all = ["name", "high", "low", "plain", "raw"].map((name) =>
      Array.from(columns.get(name) ?? []),
    );
    return (all[0] ?? []).map((_, row) => all.map((values) => values[row])).sort();
  };
  const wanted = [
    ["", 1],
    ["b", 2],
    [null, 0],
  ].map(([name, many]) => {
    const n = Number(many);
    return [
      name,
      Math.round(n * Math.PI * 2 ** 12) / 2 ** 12,
      Math.round(n * Math.PI * 2 ** 50) / 2 ** 50,
      n * Math.E,
      n / 3,
    ];
  });

  it("print doubles of known steps as whole numbers, which no program rounds, and give the same bits", async () => {
    const both = [names, binned()].map((plan) => statementOf(plan));
    const [statement] = packed(both, duckdbDialect);
    for (const ending of ["csv", "parquet"]) {
      const values = "['', 'b', NULL, 'b']::VARCHAR[]";
      const path = join(folder, `steps.${ending}`);
      const file = await saved(String(statement?.sql), values, path);
      expect(await sumsOf(file)).toEqual(wanted.toSorted());
      if (ending !== "csv") continue;
      const [header = "", ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
      const at = header.split(",").map((name) => name.replace(/_\d+$/, ""));
      expect(at.filter((name) => name === "double")).toHaveLength(1);
      const whole = lines.flatMap((line) => line.split(",").filter((_, i) => at[i] === "bigint"));
      expect(whole.filter((each) => !/^-?\d*$/.test(each))).toEqual([]);
      expect(Math.max(...whole.map((each) => each.length))).toBeGreaterThan(15);
    }
  });

  it("of earlier versions, which print doubles as they are, are still read", async () => {
    const marker = "hindcast_0123456789ab";
    const part = statementOf(binned()).marker;
    const lines = [
      `${marker},${marker}_rows,${marker}_part,text_1,double_1,double_2,double_3,double_4,${marker}_end`,
      `1,3,:${part} of 1,,,,,,1`,
      ...wanted.map(
        ([name, ...numbers]) => `1,,,${name === null ? "" : `:${name}`},${numbers.join(",")},1`,
      ),
    ];
    const file = join(folder, "earlier.csv");
    await writeFile(file, `${lines.join("\n")}\n`);
    expect(await sumsOf(file)).toEqual(wanted.toSorted());
  });

  it("say which columns of the log they read, without a line break of theirs", () => {
    const of = (...plans: readonly Plan[]): string | undefined =>
      packed(
        plans.map((plan) => statementOf(plan)),
        duckdbDialect,
      )[0]?.gives;
    const rewards = select(from(source), [
      ["r", column("like")],
      ["day", column("day")],
    ]);
    const likes: Plan = { ...total, relation: group(rewards, [], [["many", sum(column("r"))]]) };
    expect(of(likes)).toBe("one row; reads day, like");
    expect(of(likes, names)).toMatch(/^the rows of 2 statements: .*; reads day, like$/);
    expect(of(names)).toBe("a row for each name that there is");
  });

  it("keep to what warehouses take, and each stays readable alone", () => {
    const many = Array.from({ length: 25 }, (_, i) =>
      statementOf({ ...total, relation: group(from(source), [`k${i}`], [["many", count()]]) }),
    );
    expect(packed(many, duckdbDialect).map(({ gives }) => gives.slice(0, 15))).toEqual([
      "the rows of 10 ",
      "the rows of 10 ",
      "the rows of 5 s",
    ]);
    const long = text("x".repeat(150_000));
    const wide = ["a", "b"].map((name) =>
      statementOf({
        purpose: name,
        relation: select(from(source), [[name, long]]),
        columns: [{ name, type: "text" }],
      }),
    );
    expect(packed(wide, duckdbDialect).map(({ marker }) => marker)).toEqual(
      wide.map((each) => each.marker),
    );
    expect(packed([], duckdbDialect)).toEqual([]);
    const odd = Array.from({ length: 12 }, (_, at) => {
      const columns = Array.from({ length: 60 }, (__, i) => ({
        name: `ö${at}_${i}`,
        type: "text",
      }));
      const named = columns.map(({ name }) => [name, text("ö".repeat(150))] as const);
      return statementOf({
        purpose: "odd",
        relation: select(from(source), named),
        columns,
      } as Plan);
    });
    const sizes = packed(odd, duckdbDialect).map(({ sql }) => Buffer.byteLength(sql));
    expect(sizes.length).toBeLessThan(odd.length);
    expect(Math.max(...sizes)).toBeLessThan(262_144);
  });
});

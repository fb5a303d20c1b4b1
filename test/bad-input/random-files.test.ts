import fc from "fast-check";
import { expect, it } from "vitest";
import { HindcastError } from "../../src/errors.js";
import { cast, column } from "../../src/sql/expression.js";
import { from, select } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { repetitions, suiteSeed } from "../fixture/property.js";
import { useBench } from "./bad-log.js";
import { cellsOf } from "./cells-of.js";

const bench = useBench();
const runs = Number(process.env.HINDCAST_FUZZ ?? repetitions(15, 40));

/** A file of its own each time: what is found in one is kept while its size and time of writing are the same. */
let files = 0;
const nextName = (): string => `random-${files++}.csv`;

/** Texts as they stand in files: of each kind, and nearly so. */
const words = [
  ...["0", "7", "-12", "007", "+5", "-0", " 8", "1e5", "0.45", ".5", "5.", "1_000", "1,5", "NaN"],
  ...["9007199254740993", "18446744073709551615", "-9223372036854775808", "9223372036854775807"],
  ...["true", "False", "yes", "NULL", "NA", "", "2026-11-01", "2026-02-30", "2026-11-01 10:00:00"],
  ...["2026-11-01T10:00:00Z", "11/02/2026", "x", 'a "b"', "c,d", "e\nf", "ü", "#1", "s1"],
];

const columnOfWords = fc
  .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 6, maxLength: 6 }));

const quoted = (word: string): string =>
  /[",\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word;

/** The rows of files as the engine gives them, as numbers where a column is of doubles; undefined if it refuses. */
async function rowsRead(
  paths: readonly string[],
): Promise<readonly (readonly (string | number | null)[])[] | undefined> {
  const source = { kind: "files", format: "csv", paths } as const;
  const engine = bench.engine();
  try {
    const found = await engine.describe(source);
    const columns = found.map(({ type }, i) => ({
      name: `c${i}`,
      type: type === "double" ? ("double" as const) : ("text" as const),
    }));
    const relation = select(
      from(source),
      found.map(({ name }, i) => [`c${i}`, cast(column(name), columns[i]?.type ?? "text")]),
    );
    const table = await collect(engine, { purpose: "test", relation, columns });
    return Array.from({ length: table.rows }, (_, i) =>
      columns.map(({ name, type }) =>
        type === "double" ? table.numberOrNull(name, i) : (table.texts(name)[i] ?? null),
      ),
    );
  } catch (error) {
    expect(error).toBeInstanceOf(HindcastError);
    return undefined;
  }
}

/** Whether what was read is what was written. */
function isSame(read: string | number | null | undefined, written: string | undefined): boolean {
  if (read === null || written === undefined || written === "") {
    return read === null && (written ?? "") === "";
  }
  if (typeof read === "number") return Object.is(read + 0, Number(written) + 0);
  if (read === written) return true;
  // Of one kind in all rows: true and false, days and times are written in one way.
  if (/^(true|false)$/i.test(written)) return read === written.toLowerCase();
  const time = (text: string): number => Date.parse(/[T ]/.test(text) ? zoned(text) : text);
  return /^\d{4}-\d{2}-\d{2}/.test(written) && time(String(read)) === time(written);
}

/** DuckDB drops a byte order mark at the start of the first line of values, as joined files have it. */
const unmarked = <T>(value: T): T | string =>
  typeof value === "string" ? value.replace(/^\uFEFF/, "") : value;

const zoned = (text: string): string => {
  const iso = text.replace(" ", "T").replace(/\+00$/, "Z");
  return /Z$/.test(iso) ? iso : `${iso}Z`;
};

it("random columns are read as they were written, whatever the order of rows and the cuts of files", async () => {
  const table = fc.tuple(columnOfWords, columnOfWords, fc.nat(5), fc.boolean());
  await fc.assert(
    fc.asyncProperty(table, async ([a, b, cut, turned]) => {
      const rows = a.map((word, i) => [String(i), word, b[i] ?? ""]);
      const lines = rows.map((row) => row.map(quoted).join(","));
      const [whole, first, second] = await Promise.all([
        bench.text(nextName(), ["key,alpha,beta", ...lines].join("\n")),
        bench.text(nextName(), ["key,alpha,beta", ...lines.slice(0, cut)].join("\n")),
        bench.text(nextName(), ["key,alpha,beta", ...lines.slice(cut)].join("\n")),
      ]);
      const read = await rowsRead([whole]);
      const parts = await rowsRead(turned ? [second, first] : [first, second]);
      const inOrder = (some: typeof read) => some?.toSorted((x, y) => Number(x[0]) - Number(y[0]));
      expect(inOrder(parts)).toEqual(inOrder(read));
      for (const [i, row] of inOrder(read)?.entries() ?? []) {
        for (const [j, value] of row.entries()) {
          expect([value, rows[i]?.[j], isSame(value, rows[i]?.[j])]).toContain(true);
        }
      }
      expect(read).toBeDefined();
    }),
    { numRuns: runs, seed: suiteSeed },
  );
});

it("damaged files are read as RFC 4180 says, or refused", async () => {
  const cell = fc.constantFrom(...words).map(quoted);
  const lines = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), {
    minLength: 1,
    maxLength: 8,
  });
  const damage = fc.constantFrom(
    "",
    '"',
    "\0",
    "\r",
    "\n",
    ",",
    "\uFEFF",
    "\u00e9",
    '"\n',
    "x".repeat(3e5),
  );
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(lines, damage, fc.nat(), fc.boolean(), async (rows, mark, at, isCut) => {
      const good = ["key,alpha,beta", ...rows.map((row) => row.join(","))].join("\n");
      const place = at % (good.length + 1);
      const content = good.slice(0, place) + mark + (isCut ? "" : good.slice(place));
      const read = await rowsRead([await bench.text(nextName(), content)]);
      if (read === undefined) {
        refused++;
        return;
      }
      const right = cellsOf(content.replace(/^\uFEFF/, ""))?.slice(1) ?? [];
      const written = right.filter((row) => row.length > 1 || row[0] !== "");
      const sorted = (some: readonly (readonly unknown[])[]) =>
        some.map((row) => row.join("|")).toSorted();
      expect(read.length).toBe(written.length);
      const left = [...written];
      for (const row of read) {
        const found = left.findIndex((each) =>
          row.every(
            (value, i) =>
              isSame(unmarked(value), unmarked(each[i])) || (value === "" && each[i] === "\uFEFF"),
          ),
        );
        expect([found >= 0, content.slice(0, 300), sorted(read).slice(0, 9)]).toContain(true);
        left.splice(found, 1);
      }
    }),
    { numRuns: runs, seed: suiteSeed },
  );
  expect(refused).toBeLessThan(runs);
});

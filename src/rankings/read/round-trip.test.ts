import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { itemOf, type Lines } from "./lines.js";
import { readLines } from "./read-lines.js";

/** Names as files hold them that readers take for something else. */
const names = [
  ...["007", "7", "1e5", "-0", "9007199254740993", "18446744073709551616", "0x10", "NaN", "null"],
  ...[
    "ä",
    "🎬",
    "a b",
    "a,b",
    "a;b",
    'a"b',
    '"q"',
    "a\tb",
    "a\nb",
    "a\r\nb",
    "\\u0041",
    "\\",
    "true",
  ],
  ...["12345678901234567890,1", "{}", "[1]", "#x", "'", " x"],
];

interface Row {
  readonly user: string;
  readonly item: string;
  readonly score: number;
}

function rowsOf(random: Random): readonly Row[] {
  const size = 1 + random.integer(12);
  return Array.from({ length: size }, (_, i) => ({
    user: names[random.integer(names.length)] ?? "u",
    item: `${names[random.integer(names.length)]}${i}`,
    score: (random.next() - 0.5) * 10 ** (random.integer(30) - 15),
  }));
}

const read = async (name: string, text: string): Promise<readonly Row[]> => {
  const lines: Lines = await readLines(name, "run", new TextEncoder().encode(text));
  return Array.from({ length: lines.size }, (_, i) => ({
    user: lines.users[lines.user[i] ?? 0] ?? "",
    item: itemOf(lines, i),
    score: lines.value[i] ?? Number.NaN,
  }));
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const whole = /^-?[1-9]\d*$/;
/** A whole number is written as one now and then. */
const jsonOf = (text: string, isBare: boolean): string =>
  isBare && whole.test(text) ? text : JSON.stringify(text);

describe("what a writer of a form writes is what is read", () => {
  it("from CSV, whatever is quoted, by any separator and line end", async () => {
    const random = createRandom("round trip of CSV");
    for (let trial = 0; trial < repetitions(60, 2000); trial++) {
      const rows = rowsOf(random);
      const separator = [",", ";", "\t"][random.integer(3)] ?? ",";
      const end = random.integer(2) === 0 ? "\n" : "\r\n";
      const cell = (text: string): string =>
        /[",;\t\r\n]/.test(text) || random.integer(4) === 0 ? quoted(text) : text;
      const lines = rows.map(({ user, item, score }) =>
        [cell(String(score)), cell(user), cell(item)].join(separator),
      );
      const header = ["score", "user", "item"].join(separator);
      const last = random.integer(2) === 0 ? end : "";
      const text = `${random.integer(2) === 0 ? "\uFEFF" : ""}${[header, ...lines].join(end)}${last}`;
      expect(await read("run.csv", text), JSON.stringify(text)).toEqual(rows);
    }
  });

  it("from JSON, a line or an element each, numbers bare or in quotes", async () => {
    const random = createRandom("round trip of JSON");
    for (let trial = 0; trial < repetitions(60, 2000); trial++) {
      const rows = rowsOf(random);
      const bare = (): boolean => random.integer(2) === 0;
      const objects = rows.map(({ user, item, score }) => {
        const keys = [
          `"user":${jsonOf(user, bare())}`,
          `"item" : ${jsonOf(item, bare())}`,
          `"score":${bare() ? score : JSON.stringify(String(score))}`,
          `"more":[{"user":"12345678901234567"}]`,
        ];
        return `{${(bare() ? keys : keys.toReversed()).join(",")}}`;
      });
      const text = bare() ? objects.join("\n") : `[\n${objects.join(",\n")}\n]`;
      expect(await read("run.json", text), text).toEqual(rows);
    }
  });

  it("from the beginning of a file: the rows before the cut, or an error", async () => {
    const rows = [
      { user: "u1", item: "a,1", score: 0.25 },
      { user: "u2", item: "b", score: -1.5 },
    ];
    const csv = 'score,user,item\n0.25,u1,"a,1"\n-1.5,u2,b\n';
    const json = '{"user":"u1","item":"a,1","score":0.25}\n{"user":"u2","item":"b","score":-1.5}\n';
    for (const [name, text] of [
      ["run.csv", csv],
      ["run.jsonl", json],
    ] as const) {
      for (let cut = 1; cut <= text.length; cut++) {
        const found = await read(name, text.slice(0, cut)).catch((error: Error) => error);
        if (found instanceof Error) expect(found.name).toBe("LogError");
        else expect(rows.slice(0, found.length), text.slice(0, cut)).toEqual(found);
      }
    }
  });
});

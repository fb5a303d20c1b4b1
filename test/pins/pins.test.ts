import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { statementOf } from "../../src/engines/results/statement.js";
import { conclude } from "../../src/evaluate/conclude/conclude.js";
import { readTally } from "../../src/evaluate/read-tally.js";
import { formatHtml, formatText, resultDocument } from "../../src/report/index.js";
import { dialects } from "../../src/sql/dialects/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { createInterpreter } from "../../src/sql/interpreter/interpreter.js";
import { foldTally } from "../../src/tally/fold.js";
import type { Tally } from "../../src/tally/tally.js";
import { version } from "../../src/version.js";
import { type PinnedCase, pinnedCases, pinnedLogs } from "./pinned-cases.js";

type Texts = Readonly<Record<string, string>>;

/** Every bit of a value: −0, infinities and NaN are told apart. */
const textOf = (value: unknown): string => JSON.stringify(value, bitsOf, 1);

function bitsOf(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, said).join(" ");
  return typeof value === "number" ? said(value) : value;
}

const said = (value: number): string => (Object.is(value, -0) ? "-0" : String(value));

/** An answer's numbers and codes, and its sentences apart: one is often to change without the other. */
function answerTexts(answer: unknown): Texts {
  const sentences: string[] = [];
  const numbers = JSON.stringify(answer, (key, value) => {
    if (key === "hindcast") return undefined;
    if (typeof value !== "string" || !value.includes(" ")) return bitsOf(key, value);
    return `sentence ${sentences.push(value)}`;
  });
  return { numbers: textOf(JSON.parse(numbers)), sentences: sentences.join("\n") };
}

const tablesText = ({ tables, buckets, clusters, clusteredBy }: Tally): string =>
  textOf({ buckets, clusters, clusteredBy, tables });

const inner = createInterpreter(
  Object.fromEntries(pinnedLogs.map(({ name, rows }) => [name, rows])),
  { columns: Object.fromEntries(pinnedLogs.map(({ name, columns }) => [name, columns])) },
);
const printed = dialects.filter(({ name }) => ["duckdb", "spark"].includes(name));

async function textsOf({ ask, info = {} }: PinnedCase): Promise<Texts> {
  const statements = new Set<string>();
  const tables: string[] = [];
  const engine: Engine = {
    ...inner,
    info: async () => ({ ...(await inner.info()), ...info }),
    query: (plan, call) => {
      for (const dialect of printed)
        statements.add(`-- ${plan.purpose}\n${statementOf(plan).print(dialect)}\n`);
      return inner.query(plan, call);
    },
  };
  const answer = await ask({
    engine,
    source: ({ name }) => ({ table: [name] }),
    onTally: (tally) => tables.push(tablesText(tally)),
  });
  return {
    ...answerTexts(answer),
    statements: [...statements].sort().join("\n"),
    ...(tables.length > 0 && { tables: tables.join("\n") }),
  };
}

/** The hash of each text; with `PIN=<folder>` texts are written there, so that those of two versions can be compared. */
function pinned(name: string, texts: Texts): Texts {
  const folder = process.env.PIN;
  const hashes = Object.entries(texts).map(([kind, text]) => {
    if (folder !== undefined) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name.replaceAll(/\W+/g, "-")}.${kind}`), text);
    }
    return [kind, createHash("sha256").update(text).digest("hex").slice(0, 16)];
  });
  return Object.fromEntries(hashes);
}

for (const each of pinnedCases) {
  it(each.name, async () => {
    expect(pinned(each.name, await textsOf(each))).toMatchSnapshot();
  });
}

it("a tally that was saved before", async () => {
  const tally = await readTally(join(import.meta.dirname, "saved.parquet"));
  const result = await conclude(tally);
  const document = resultDocument(result);
  const withoutVersion = (text: string): string => text.replaceAll(version, "0.0.0");
  const texts = {
    ...answerTexts(result),
    tables: tablesText(tally),
    folded: tablesText(foldTally(tally, 4)),
    page: withoutVersion(formatHtml(document)),
    text: withoutVersion(formatText(document)),
  };
  expect(pinned("saved tally", texts)).toMatchSnapshot();
});

import { mkdir } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { answerTo } from "../bad-input/ask.js";
import { type Row, useBench } from "../bad-input/bad-log.js";
import { inTurn } from "../fixture/property.js";

const bench = useBench();

/** 90 sessions of up to four viewed items; the new ranks turn the list round. */
const rows = Array.from({ length: 90 * 4 }, (_, i) => {
  const [session, position] = [1 + Math.floor(i / 4), 1 + (i % 4)];
  return {
    ...{ session, position, item: 1 + ((session * 7 + position * 11) % 40) },
    user: session % 31,
    click: (session * position) % 5 === 1 ? 1 : 0,
    new_rank: 5 - position,
    day: `2026-11-0${1 + (session % 3)}`,
  };
}).filter(({ session, position }) => position <= 1 + (session % 4));
type Viewed = (typeof rows)[number];

const gamma = 0.85;
/** Clicks a session, as logged and by the new ranks, added up row by row. */
const right = {
  logged: rows.reduce((sum, { click }) => sum + click, 0) / 90,
  new: rows.reduce((sum, row) => sum + row.click * gamma ** (row.new_rank - row.position), 0) / 90,
};

const csv = (of: readonly Row[], by = ","): string => {
  const names = Object.keys(of[0] ?? {});
  const cell = (value: unknown): string =>
    /[",\n;|]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${[names, ...of.map((row) => names.map((name) => row[name]))].map((line) => line.map(cell).join(by)).join("\n")}\n`;
};
const json = (of: readonly Row[]): string => of.map((row) => `${JSON.stringify(row)}\n`).join("");
const keyed = (change: (row: Viewed) => Partial<Record<keyof Viewed, unknown>>): Row[] =>
  rows.map((row) => ({ ...row, ...change(row) }));

const ask = async (source: string, log: object = {}, policy: object = { rank: "new_rank" }) => {
  const { estimates } = await answerTo(
    {
      log: {
        ...{ source, trajectory: "session", item: "item", rank: "position", user: "user" },
        ...{ rewards: ["click"], day: "day" },
        exposure: { curve: { model: "geometric", gamma } },
        ...log,
      },
      policies: { new: policy },
      estimators: ["mean", "dcg"],
    },
    bench.engine(),
  );
  return estimates.map(restoreNumbers).filter(({ day }) => day === null);
};
const value = (found: Awaited<ReturnType<typeof ask>>, policy: string, estimator: string) =>
  found.find((row) => row.policy === policy && row.estimator === estimator);
const expectRight = (found: Awaited<ReturnType<typeof ask>>): void => {
  expect(value(found, "logged", "mean")).toMatchObject({ value: expect.closeTo(right.logged, 12) });
  expect(value(found, "new", "dcg")).toMatchObject({ value: expect.closeTo(right.new, 12) });
};

const missing = ["NA", "null", "NaN", "NULL", "None", "N/A", "inf"];
describe("one log in many forms has the numbers of its rows", () => {
  it.each(
    inTurn([
      ["zeros in front", csv(keyed(({ session }) => ({ session: `0${session}` })))],
      [
        "words for nothing as ids",
        csv(keyed((row) => ({ session: missing[row.session] ?? `s${row.session}` }))),
      ],
      ["ids beyond 2^63", csv(keyed(({ session }) => ({ session: 2n ** 63n + BigInt(session) })))],
      [
        "an id that is text in the last rows",
        csv(keyed((row) => ({ session: row.session > 88 ? `x${row.session}` : row.session }))),
      ],
      [
        "ids with underscores",
        csv(keyed(({ session }) => ({ session: session % 2 ? `1_${session}` : `1${session}` }))),
      ],
      [
        "quotes, separators and new lines in an id",
        csv(keyed(({ item }) => ({ item: `a, "${item}"\n;` }))),
      ],
      ["a byte order mark and CR LF", `\uFEFF${csv(rows).replaceAll("\n", "\r\n")}`],
      ["pipes", csv(rows, "|")],
      ["True and False", csv(keyed(({ click }) => ({ click: click === 1 ? "True" : "False" })))],
      ["days as milliseconds", csv(keyed(({ day }) => ({ day: Date.parse(day) })))],
      ["days as numbers", csv(keyed(({ day }) => ({ day: day.replaceAll("-", "") })))],
    ]),
  )("%s", async (name, content) => {
    expectRight(await ask(await bench.text(`${name.replaceAll(/\W/g, "-")}.csv`, content)));
  });

  it("files with columns in another order, and ids that are text in one of them alone", async () => {
    const half = keyed((row) => ({ session: row.session > 45 ? `x${row.session}` : row.session }));
    await bench.text("half-1.csv", csv(half.slice(0, 100)));
    const turned = half.slice(100).map((row) => Object.fromEntries(Object.entries(row).reverse()));
    await bench.text("half-2.csv", csv(turned));
    expectRight(await ask(bench.at("half-*.csv")));
  });

  it("a folder for each day", async () => {
    for (const day of ["2026-11-01", "2026-11-02", "2026-11-03"]) {
      await mkdir(bench.at(`days/day=${day}`), { recursive: true });
      const own = rows.filter((row) => row.day === day).map(({ day: _, ...row }) => row);
      await bench.text(`days/day=${day}/part.csv`, csv(own));
    }
    expectRight(await ask(bench.at("days/*/*.csv")));
  });
});

describe("tables beside the log", () => {
  const wide = keyed(({ session, item }) => ({
    session: 2n ** 63n + BigInt(session),
    item: `0${item}`,
  }));
  const candidates = { trajectory: "sid", item: "iid" };
  const listed = (key: (row: Viewed) => Row): Row[] =>
    rows.map((row) => ({ ...key(row), place: row.new_rank }));
  const policy = (source: string): object => ({
    rank: "place",
    candidates: { source, ...candidates },
  });

  it("candidates have the ids of the log: beyond 2^63, zeros in front", async () => {
    const log = await bench.text("wide.csv", csv(wide));
    const own = (row: Viewed) => ({ sid: 2n ** 63n + BigInt(row.session), iid: `0${row.item}` });
    const table = await bench.text("wide-ranks.csv", csv(listed(own)));
    expectRight(await ask(log, {}, policy(table)));
  });

  it("candidates in JSON lines hold numbers as text", async () => {
    const log = await bench.text("plain.csv", csv(rows));
    const own = (row: Viewed) => ({ sid: `${row.session}`, iid: row.item });
    const table = await bench.text("ranks.jsonl", json(listed(own)));
    expectRight(await ask(log, {}, policy(table)));
  });

  it("rewards, packed, have a row where there was one alone", async () => {
    const log = await bench.text("bare.csv", csv(rows.map(({ click: _, ...row }) => row)));
    const clicks = rows.filter(({ click }) => click === 1);
    const table = clicks.map(({ session, item }) => ({ session: `${session}`, item, click: 1 }));
    const file = await bench.text("clicks.jsonl.gz", gzipSync(json(table)));
    const join = [{ files: file, on: ["session", "item"], columns: ["click"] }];
    expectRight(await ask(log, { join, rewards: { click: { column: "click", missing: 0 } } }));
  });
});

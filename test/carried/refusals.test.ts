import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HindcastError } from "../../src/errors.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { fitLog } from "../../src/evaluate/fit.js";
import { fitResultToJson } from "../../src/evaluate/fit-to-json.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import { readStudy } from "../../src/study/read-study.js";
import { type LogFolder, openLogFolder } from "../fixture/duckdb-log.js";
import { inMemory } from "../fixture/small-study.js";
import { studyOf } from "./agree.js";
import { columns, randomLog } from "./random-log.js";

let folder: LogFolder;
beforeAll(async () => {
  folder = await openLogFolder();
});
afterAll(() => folder.remove());

const table = { fit: "table", support: 1, cutoff: 6 };
const rows = randomLog("refused", { users: 60, days: 2, feeds: 2, notShown: 0.1 });
const plain = { estimators: ["dcg", "snips"] };

/** Sessions that all end at these depths, in lists as long as given. */
const sessions = (depths: readonly number[], more: (depth: number) => Row = () => ({})): Row[] =>
  depths.flatMap((depth, at) =>
    Array.from({ length: depth }, (_, i) => ({
      session: BigInt(at),
      user: BigInt(at),
      feed: 1n,
      logger: "one",
      list_length: 20n,
      cut: 0n,
      day: "2026-11-01",
      position: BigInt(i + 1),
      copied: BigInt(i + 1),
      rank_a: BigInt(depth - i),
      rank_b: BigInt(i + 1),
      eps0: 0.5,
      eps_t: 0.5,
      like: (at + i) % 2,
      watch: (at * 7 + i) % 5,
      ...more(depth),
    })),
  );
const times = (n: number, depth: number): number[] => Array.from({ length: n }, () => depth);

async function refused(study: unknown, from: readonly Row[] = rows): Promise<HindcastError> {
  const asked = async () => evaluate(readStudy(study), { engine: inMemory(from, columns) });
  const ended = await asked().then(
    (result) => result,
    (error: unknown) => error,
  );
  expect(ended, JSON.stringify(ended).slice(0, 300)).toBeInstanceOf(HindcastError);
  const error = ended as HindcastError;
  for (const { message } of error.problems) {
    expect(message).toMatch(/^[^\n]{20,800}[.?]$/);
    expect(message).not.toMatch(/undefined|\[object|NaN/);
  }
  return error;
}

type Case = readonly [
  name: string,
  curve: unknown,
  log: object,
  from: readonly Row[],
  code: string,
  words: RegExp,
];

const unlisted = { listLength: null };
const cases: readonly Case[] = [
  [
    "one rank only, ends seen",
    { fit: "geometric" },
    unlisted,
    sessions(times(60, 1)),
    "allStopAtRankOne",
    /stop at rank 1.*log\.exposure\.curve/,
  ],
  [
    "one rank only, lists of one",
    table,
    {},
    sessions(times(60, 1), () => ({ list_length: 1n })),
    "noTransitions",
    /censored at rank 1.*log\.exposure\.curve/,
  ],
  [
    "every end at the list's end",
    { fit: "yuleSimon", cutoff: 20 },
    {},
    sessions([...times(40, 2), ...times(40, 3)], (depth) => ({ list_length: BigInt(depth) })),
    "noStops",
    /listLength and censored.*log\.exposure\.curve/,
  ],
  [
    "every end unseen",
    table,
    { censored: "cut" },
    sessions([...times(40, 2), ...times(40, 3)], () => ({ cut: 1n })),
    "noStops",
    /No trajectory was seen to stop/,
  ],
  [
    "all stops at rank 1",
    table,
    { censored: "cut" },
    sessions(times(60, 1)),
    "allStopAtRankOne",
    /share its key.*displayed rank/,
  ],
  [
    "ranks beyond the list",
    table,
    {},
    sessions(times(60, 3), () => ({ list_length: 2n })),
    "rankBeyondList",
    /list/,
  ],
  [
    "a flag above the deepest view",
    table,
    { censored: "cut" },
    sessions([...times(40, 1), ...times(40, 3)]).map((row) =>
      row.session === 79n && row.position === 2n ? { ...row, cut: 1n } : row,
    ),
    "censoredContradictsRanks",
    /log\.censored.*deepest row/,
  ],
  [
    "a thin table without a tail",
    { fit: "table" },
    {},
    sessions([...times(200, 1), ...times(60, 3), ...times(3, 8)]),
    "beyondSupport",
    /Rank 3 .*tail: yuleSimon.*support/,
  ],
  [
    "targets deeper than any view",
    { fit: "table" },
    unlisted,
    sessions([...times(200, 1), ...times(60, 3)]).map((row, i) =>
      i === 5 ? { ...row, rank_a: 40n } : row,
    ),
    "beyondTable",
    /rank 3 .*run to 40.*tail: yuleSimon.*cutoff: 3/,
  ],
  [
    "a tail too long for a sum",
    { fit: "yuleSimon" },
    unlisted,
    sessions([...times(20, 1), ...times(20, 3), ...times(40, 18)]),
    "endlessCurve",
    /cutoff/,
  ],
  [
    "no day to set apart",
    table,
    { exposure: { curve: table, fitDays: { to: "2026-11-01" } } },
    rows,
    "missingKey",
    /log\.day.*fitDays/,
  ],
  [
    "fit days that are all days",
    table,
    { day: "day", exposure: { curve: table, fitDays: { from: "2026-01-01" } } },
    rows,
    "noDayLeft",
    /fitDays.*leave fitDays out/,
  ],
  [
    "fit days that the log has not",
    table,
    { day: "day", exposure: { curve: table, fitDays: { to: "2025-01-01" } } },
    rows,
    "nothingToLearn",
    /fitDays.*choose days/,
  ],
  ["no trajectories", table, { trajectory: null }, rows, "missingKey", /log\.trajectory/],
  [
    "a feed without a request",
    { byFeed: { "1": table } },
    { feed: "feed" },
    rows,
    "feedWithoutCurve",
    /Feed 2.*byFeed/,
  ],
];

describe("a log that gives no curve", () => {
  it.each(cases)("is refused: %s", async (_, curve, log, from, code, words) => {
    const error = await refused(studyOf(curve, { ...plain, log }), from);
    expect(error.message).toMatch(words);
    expect(error.problems.map((each) => each.code)).toContain(code);
  });
});

describe("a list longer than any view", () => {
  const from = sessions([...times(60, 1), ...times(60, 3)], () => ({ list_length: 100n }));

  it("needs no more of a curve than ranks do", async () => {
    const study = studyOf({ fit: "table" }, plain);
    const result = await evaluate(readStudy(study), { engine: inMemory(from, columns) });
    expect(result.estimates.every((row) => "value" in row)).toBe(true);
  });

  it("is treated alike with one feed and with two", async () => {
    const two = [...from, ...from.map((row) => ({ ...row, feed: 2n }))];
    const study = studyOf({ fit: "table" }, { ...plain, log: { feed: "feed" } });
    const [one, both] = await Promise.all(
      [from, two].map((log) =>
        evaluate(readStudy(study), { engine: inMemory(log, columns) }).then(
          () => "answered",
          (error: HindcastError) => error.code,
        ),
      ),
    );
    expect(one).toBe(both);
  });
});

describe("a file of curves", () => {
  const written = async (log: object = {}): Promise<string> => {
    const study = readStudy(studyOf(table, { ...plain, log }));
    const result = await fitLog(study, { engine: inMemory(rows, columns) });
    const path = folder.path("fits.json");
    await writeFile(path, JSON.stringify(fitResultToJson(result)));
    return path;
  };
  const refuse = (file: string, log: object = {}): Promise<HindcastError> =>
    refused(studyOf({ file }, { ...plain, log }));

  it("that is not there", async () => {
    const error = await refuse(folder.path("none.json"));
    expect(error).toMatchObject({ kind: "study", code: "unreadable" });
    expect(error.message).toMatch(/there is no such file.*none\.json/);
  });

  it("that is not JSON, or other JSON", async () => {
    const path = folder.path("other.json");
    await writeFile(path, "model: yuleSimon");
    expect((await refuse(path)).message).toMatch(/not JSON.*other\.json/);
    for (const text of ["{}", "[]", "null", '{"kind":"result"}']) {
      await writeFile(path, text);
      const error = await refuse(path);
      expect(error.kind, text).toBe("study");
      expect(error.message, text).toMatch(/other\.json/);
      expect(error.message, text).toMatch(/hindcast fit/);
    }
  });

  it("of other feeds", async () => {
    const error = await refuse(await written({ feed: "feed" }));
    expect(error).toMatchObject({ kind: "study", code: "feedWithoutCurve" });
    expect(error.message).toMatch(/curves of 1, 2; a curve without a feed is needed.*log\.feed/);
    const file = await written({ feed: "feed" });
    const others = rows.map((row) => ({ ...row, feed: BigInt(Number(row.feed) + 1) }));
    const study = studyOf({ file }, { ...plain, log: { feed: "feed" } });
    expect((await refused(study, others)).message).toMatch(/curves of 1, 2; feed "3" is needed/);
  });

  it("that somebody edited", async () => {
    const path = await written();
    const fits = JSON.parse(await readFile(path, "utf8")) as {
      readonly feeds: readonly { readonly fit: { readonly estimates: { value: number }[] } }[];
    };
    const second = fits.feeds[0]?.fit.estimates[1];
    if (second === undefined) throw new Error("no estimate");
    second.value *= 0.9;
    await writeFile(path, JSON.stringify(fits));
    const error = await refuse(path);
    expect(error.kind).toBe("study");
    expect(error.message).toMatch(/edited|fit again/i);
    expect(error.message).toMatch(/fits\.json/);
  });
});

it("a session over the edge of the fit days is refused, not cut in two", async () => {
  const long = randomLog("midnight", { users: 90, days: 2, overnight: 0.6 });
  const exposure = { curve: table, fitDays: { to: "2026-11-01" } };
  const study = studyOf(table, { ...plain, log: { day: "day", exposure } });
  const answer = evaluate(readStudy(study), { engine: inMemory(long, columns) });
  await expect(answer).rejects.toThrow(/cuts \d+ trajectories in two.*first day/);
});

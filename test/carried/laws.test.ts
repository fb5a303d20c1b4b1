import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import type { StudyTally } from "../../src/evaluate/about.js";
import { addTallies } from "../../src/evaluate/add/add-tallies.js";
import { conclude } from "../../src/evaluate/conclude/conclude.js";
import type { Estimate, Result } from "../../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { fitLog } from "../../src/evaluate/fit.js";
import { fitResultToJson } from "../../src/evaluate/fit-to-json.js";
import { readTally } from "../../src/evaluate/read-tally.js";
import { takeTally } from "../../src/evaluate/take-tally.js";
import { createRandom } from "../../src/random/create-random.js";
import type { Engine } from "../../src/sql/engine.js";
import type { Row } from "../../src/sql/interpreter/value.js";
import { readStudy } from "../../src/study/read-study.js";
import { foldTally, groupUsers } from "../../src/tally/fold.js";
import { saveTally } from "../../src/tally/tally-file.js";
import { withoutOrder } from "../../src/tally/without-order.js";
import { type LogFolder, openLogFolder } from "../fixture/duckdb-log.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { shuffled } from "../fixture/random-log.js";
import { inMemory } from "../fixture/small-study.js";
import { ask, few, studyOf } from "./agree.js";
import type { Fitted } from "./fits.js";
import { columns, randomLog } from "./random-log.js";

type Section = Readonly<Record<string, unknown>>;

const table: Fitted = { fit: "table", support: 1, cutoff: 6 };
const models: readonly Fitted[] = [
  table,
  { fit: "geometric" },
  { fit: "yuleSimon", cutoff: 6 },
  { fit: "inverse" },
];
const byDay = { log: { day: "day", feed: "feed" }, estimators: few };
const rows = randomLog("laws", { users: repetitions(40, 120), days: 2, feeds: 2, notShown: 0.1 });

let folder: LogFolder;
let engines: readonly Engine[];
beforeAll(async () => {
  folder = await openLogFolder();
  engines = await Promise.all([1, 2].map((threads) => createDuckdbEngine({ threads })));
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()));
  await folder.remove();
});

const answered = ({ estimates }: Result): readonly Estimate[] =>
  estimates.map(restoreNumbers).map((row) => {
    if ("value" in row) return row;
    throw new Error(JSON.stringify(row));
  });
const tallyOf = (study: unknown, from: readonly Row[] = rows): Promise<StudyTally> =>
  takeTally(readStudy(study), { engine: inMemory(from, columns) });

/** A study whose source is a file of those rows. */
async function onFile(study: Section, from: readonly Row[]): Promise<Section> {
  const source = await folder.write(from, columns);
  return { ...study, log: { ...(study.log as Section), source } };
}

/** A result as text, without who added up and from where. */
const bytes = (result: Result): string =>
  JSON.stringify(result, (key, value) =>
    ["source", "structure", "engine", "file"].includes(key) ? null : value,
  );

/** The curve that a tally holds for a feed, as a study would give it. */
function given(tally: StudyTally): Section {
  const written = tally.about.curves.map(({ feed, fit }) => {
    const { parameters, ...rest } = fit.curve as { readonly parameters: Section } & Section;
    return [feed ?? "", { ...parameters, ...rest }] as const;
  });
  const [only] = written;
  return only?.[0] === "" ? only[1] : { byFeed: Object.fromEntries(written) };
}

/** Pairs of rows of two results that ask alike. */
function pairs(a: Result, b: Result): readonly (readonly [Estimate, Estimate])[] {
  const others = answered(b);
  expect(others).toHaveLength(answered(a).length);
  return answered(a).map((row, i) => {
    const other = others[i];
    if (other?.policy !== row.policy || other.day !== row.day) throw new Error("other rows");
    return [row, other];
  });
}

/** A quick run tries one of three laws that take long. */
const shares = repetitions(3, 1);

describe.each(inTurn(models))("a curve fitted by %j", (fit) => {
  it.runIf(isInTurn(0, shares))(
    "changes errors, never values, compared with the same curve as given",
    async () => {
      const study = studyOf(fit, byDay);
      const other = studyOf(given(await tallyOf(study)), byDay);
      const [fitted, plain] = [await ask(study, rows), await ask(other, rows)];
      let wider = 0;
      for (const [own, naive] of pairs(fitted, plain)) {
        expect(own.value, JSON.stringify(own)).toBe(naive.value);
        if (own.policy === "a" && Math.abs(own.se / naive.se - 1) > 1e-3) wider++;
      }
      expect(wider).toBeGreaterThan(20);
    },
  );

  it.runIf(isInTurn(1, shares))(
    "adds nothing to a policy that ranks as the logger did",
    async () => {
      const asked = { ...byDay, estimators: ["dcg", "ips", "snips", { dcg: { clipRatio: 2 } }] };
      const study = studyOf(fit, asked);
      const other = studyOf(given(await tallyOf(study)), asked);
      for (const [own, naive] of pairs(await ask(study, rows), await ask(other, rows))) {
        if (own.policy === "a") continue;
        expect(Math.abs(own.se / naive.se - 1), JSON.stringify(own)).toBeLessThan(1e-11);
      }
    },
  );
});

describe("a tally with fitted curves", () => {
  const study = studyOf({ fit: "table", tail: "geometric", after: 4 }, byDay);

  it.runIf(isInTurn(1, shares))(
    "answers alike whatever the order of rows, the threads and the engine",
    async () => {
      const inRam = bytes(await ask(study, rows));
      for (const engine of inTurn(engines, 2)) {
        const other = await onFile(study, shuffled(rows, createRandom("again")));
        expect(bytes(await evaluate(readStudy(other), { engine }))).toBe(inRam);
      }
    },
  );

  it("answers alike in any order where two ranks are viewed as often", async () => {
    const kept = rows.filter(({ list_length: length }) => Number(length) > 3);
    const whole = kept.filter((row) => kept.some((each) => sameSession(each, row, 3)));
    const log = { day: "day", rewards: { like: "like" } };
    const asked = studyOf(table, { log, estimators: ["ndcg"] });
    const seen = [whole, shuffled(whole, createRandom("one")), [...whole].reverse()];
    const results = await Promise.all(seen.map(async (each) => bytes(await ask(asked, each))));
    expect(new Set(results).size).toBe(1);
  });

  it.runIf(isInTurn(2, shares))("answers alike where the structure is declared", async () => {
    const declared = studyOf(
      { fit: "table", tail: "geometric", after: 4 },
      { ...byDay, log: { ...byDay.log, structure: "declared" } },
    );
    for (const [own, other] of pairs(await ask(study, rows), await ask(declared, rows))) {
      expect(Math.abs(other.value / own.value - 1)).toBeLessThan(1e-12);
      expect(Math.abs(other.se / own.se - 1)).toBeLessThan(1e-12);
    }
  });

  it.runIf(isInTurn(2, shares))("is the same after it was saved and read", async () => {
    const tally = await tallyOf(study);
    const path = folder.path("kept.tally");
    await saveTally(tally, path, { keepUsers: true });
    expect(JSON.stringify(await conclude(await readTally(path)))).toBe(
      JSON.stringify(await conclude(withoutOrder(tally))),
    );
    await saveTally(tally, path);
    expect(JSON.stringify(await conclude(await readTally(path)))).toBe(
      JSON.stringify(await conclude(groupUsers(tally))),
    );
  });

  it.each(inTurn([1024, 128], 2))(
    "keeps its values and nearly its errors in %i buckets",
    async (buckets) => {
      const many = randomLog("many users", {
        users: repetitions(180, 500),
        days: 3,
        notShown: 0.1,
      });
      for (const exposure of [{ curve: table }, { curve: table, fitDays: { to: "2026-11-01" } }]) {
        const asked = studyOf(table, {
          log: { day: "day", exposure },
          estimators: ["dcg", "snips"],
        });
        const exact = await tallyOf(asked, many);
        const folded = foldTally(exact, buckets);
        for (const [own, coarse] of pairs(await conclude(exact), await conclude(folded))) {
          expect(coarse.value).toBe(own.value);
          expect(Math.abs(coarse.se / own.se - 1), JSON.stringify(own)).toBeLessThan(0.2);
          expect(coarse.clusters).toBe(own.clusters);
        }
      }
    },
  );

  it("cannot be added to one that learnt another curve", async () => {
    const day = (date: string): readonly Row[] => rows.filter((row) => row.day === date);
    const [a, b] = [
      await tallyOf(study, day("2026-11-01")),
      await tallyOf(study, day("2026-11-02")),
    ];
    expect(() => addTallies(a, b)).toThrow(/fitted on its own log.*hindcast fit/);
    expect(() => addTallies(a, b)).toThrow(expect.objectContaining({ code: "tallyCurves" }));
  });
});

const sameSession = (a: Row, b: Row, position: number): boolean =>
  a.session === b.session && Number(a.position) === position;

/** Writes what `hindcast fit` would; returns the path. */
async function fitFile(study: Section, from: readonly Row[], name: string): Promise<string> {
  const result = await fitLog(readStudy(study), { engine: inMemory(from, columns) });
  await writeFile(folder.path(name), JSON.stringify(fitResultToJson(result)));
  return folder.path(name);
}

describe.each(inTurn<Fitted>([...models, { fit: "table", tail: "geometric", after: 4 }]))(
  "a file of curves fitted by %j",
  (fit) => {
    it.runIf(isInTurn(2, shares))(
      "of the same users is the fit itself, values and errors, in as many buckets",
      async () => {
        const study = studyOf(fit, byDay);
        const file = await fitFile(study, rows, "same.json");
        const read = await ask(studyOf({ file }, byDay), rows);
        const own = await conclude(foldTally(await tallyOf(study), 1024));
        for (const [here, there] of pairs(own, read)) {
          expect(there.value, JSON.stringify(there)).toBeCloseTo(here.value, 12);
          expect(Math.abs(there.se - here.se)).toBeLessThan(1e-9 * (here.se + 1e-3));
        }
      },
    );

    it.runIf(isInTurn(0, shares))(
      "is added where both tallies read it, whatever ranks each log holds",
      async () => {
        const shallow = rows.filter(
          ({ day, rank_a: a, position }) =>
            day === "2026-11-01" && Number(a) < 6 && Number(position) < 6,
        );
        const heads = new Set(
          shallow.flatMap(({ session, position }) => (Number(position) === 1 ? [session] : [])),
        );
        const first = shallow.filter(({ session }) => heads.has(session ?? null));
        const second = rows.filter(({ day }) => day === "2026-11-02");
        const from = fit.cutoff === undefined ? first : rows;
        const study = studyOf(
          { file: await fitFile(studyOf(fit, byDay), from, "all.json") },
          byDay,
        );
        const both = addTallies(await tallyOf(study, first), await tallyOf(study, second));
        const whole = foldTally(await tallyOf(study, [...first, ...second]), 1024);
        for (const [added, once] of pairs(await conclude(both), await conclude(whole))) {
          expect(added.value).toBeCloseTo(once.value, 9);
          expect(Math.abs(added.se / once.se - 1)).toBeLessThan(1e-6);
        }
      },
    );
  },
);

it.runIf(isInTurn(1, shares))(
  "a file's buckets are folded with those of a log that shares them",
  async () => {
    const study = studyOf({ file: await fitFile(studyOf(table), rows, "aligned.json") });
    const folded = foldTally(await tallyOf(study), 1024);
    const { about } = folded;
    // As a log of more than 16,384 users is tallied: into the buckets of the file.
    const curves = about.curves.map((each) => ({
      ...each,
      elsewhere: { ...each.elsewhere, aligned: true },
    }));
    const shared: StudyTally = { ...folded, about: { ...about, curves } as StudyTally["about"] };
    const own = foldTally(await tallyOf(studyOf(table)), 128);
    const errors = async (tally: StudyTally): Promise<readonly number[]> =>
      answered(await conclude(tally)).map(({ se }) => se);
    const wanted = await errors(own);
    (await errors(foldTally(shared, 128))).forEach((se, i) => {
      expect(Math.abs(se / (wanted[i] ?? 0) - 1)).toBeLessThan(1e-9);
    });
  },
);

it.runIf(isInTurn(0, shares))(
  "one curve of a file that serves two feeds has one error over both",
  async () => {
    const file = await fitFile(studyOf(table), rows, "both.json");
    const asked = { estimators: ["dcg", "snips"] };
    const alone = answered(await ask(studyOf({ file }, asked), rows));
    const study = studyOf({ file }, { ...asked, log: { feed: "feed" }, pool: true });
    const pooled = answered(await ask(study, rows)).filter(({ feed }) => feed === "*");
    expect(pooled).toHaveLength(alone.length);
    pooled.forEach((row, i) => {
      expect(row.value).toBeCloseTo(alone[i]?.value ?? Number.NaN, 10);
      expect(Math.abs(row.se / (alone[i]?.se ?? 0) - 1), JSON.stringify(row)).toBeLessThan(1e-9);
    });
  },
);

it.runIf(isInTurn(1, shares))(
  "users of the fit days who never come back are in the error",
  async () => {
    const teachers = randomLog("teachers", { users: 30, days: 1 });
    const others = randomLog("others", { users: 400, days: 1, notShown: 0.1 }).map((row) => ({
      ...row,
      session: BigInt(Number(row.session) + 10_000),
      user: BigInt(Number(row.user) + 10_000),
      day: "2026-11-02",
    }));
    const log = { day: "day", exposure: { curve: table, fitDays: { to: "2026-11-01" } } };
    const study = studyOf(table, { log, estimators: ["dcg"] });
    const tally = await tallyOf(study, [...teachers, ...others]);
    const [fitted, plain] = [
      await conclude(tally),
      await ask(studyOf(given(tally), { log: { day: "day" }, estimators: ["dcg"] }), others),
    ];
    for (const [own, naive] of pairs(fitted, plain)) {
      expect(own.value).toBeCloseTo(naive.value, 10);
      if (own.policy === "a") expect(own.se).toBeGreaterThan(1.3 * naive.se);
    }
  },
);

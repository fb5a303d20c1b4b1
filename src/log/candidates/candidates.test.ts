import { describe, expect, it } from "vitest";
import {
  askOffered,
  candidateColumns,
  candidateLog,
  studyWithPredictions,
} from "../../../test/fixture/candidate-log.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import type { Row } from "../../sql/interpreter/value.js";
import { readStudy } from "../../study/read-study.js";

const estimators = ["dm", { dr: { treatment: ["observed", "expected"] } }, "cab"];
const rows = candidateLog("table", { trajectories: 12 });
const columns = { log: candidateColumns, candidates: candidateColumns };
const isHidden = ({ viewed }: Row): boolean => viewed === 0n;
const topOfPolicy = rows.find((row) => isHidden(row) && row.rank_a === 1n);
const aboveOthers = rows.find((row) => isHidden(row) && row.position === 4n);

/** The viewed rows as the log, and a table of all candidates next to it. */
const ask = (candidates: readonly Row[], more: object = {}, log = rows, spec: object = {}) => {
  const viewed = log.filter((row) => row.viewed === 1n);
  const engine = createInterpreter({ log: viewed, candidates }, { columns });
  const named = { table: "candidates", rank: "position", ...more };
  return evaluate(
    readStudy(studyWithPredictions(estimators, { item: "item", candidates: named, ...spec })),
    {
      engine,
    },
  );
};

describe("a table of candidates", () => {
  it("gives what a log of offered rows gives", async () => {
    const [own, offered] = [await ask(rows), await askOffered(rows, estimators)];
    expect(own.estimates).toEqual(offered.estimates);
    expect(own.estimates.some((row) => "value" in row && row.estimator === "dr")).toBe(true);
  });

  it("leaves out candidates of other trajectories, and counts them", async () => {
    const stray = rows.map((row) => ({ ...row, session: BigInt(Number(row.session) + 1000) }));
    const [own, found] = [await ask(rows), await ask([...rows, ...stray])];
    expect(found.estimates).toEqual(own.estimates);
    const warned = ({ warnings }: typeof own) =>
      warnings.filter(({ code }) => code === "candidatesElsewhere");
    expect(warned(own)).toEqual([]);
    expect(warned(found).map(({ facts }) => facts)).toEqual([
      { candidates: stray.length, excluded: 0 },
    ]);
  });

  it("does not count those of days that are set apart for the fit", async () => {
    const day = ({ session }: Row) => (Number(session) % 2 === 0 ? "2026-11-01" : "2026-11-02");
    const dated = rows.map((row) => ({ ...row, day: day(row) }));
    const exposure = { curve: { fit: "geometric" }, fitDays: { to: "2026-11-01" } };
    const { warnings, log } = await ask(dated, {}, dated, { day: "day", exposure });
    expect(log.counts.fitDaysRows).toBeGreaterThan(0);
    expect(warnings.map(({ code }) => code)).not.toContain("candidatesElsewhere");
  });

  it("may skip ranks that users never see, and offered rows displayed ones (an advert)", async () => {
    const shown = [1, 3].map((place, i) => ({
      place,
      item: i,
      rank: i + 1,
      viewed: true,
      like: 1,
    }));
    const deep = { place: null, item: 9, rank: 57, viewed: false, like: null };
    const all = [1, 2].flatMap((session) =>
      [...shown, deep].map((row) => ({ ...row, session, q: 0.5 })),
    );
    const askBy = (log: object) =>
      evaluate(
        readStudy({
          log: {
            ...{ trajectory: "session", item: "item", rank: "place" },
            rewards: { like: { column: "like", prediction: "q" } },
            exposure: { curve: { table: [1, 0.5, 0.25] } },
            ...log,
          },
          policies: { a: { rank: "rank" } },
          estimators: ["dm"],
        }),
      );
    const { estimates } = await askBy({ rows: "offered", viewed: "viewed", source: { rows: all } });
    const found = estimates.find(({ policy }) => policy === "a");
    expect(found).toMatchObject({ value: expect.closeTo(0.5 * (1 + 0.5), 12) });
    const views = all.filter(({ viewed }) => viewed);
    const inTable = { source: { rows: views }, candidates: { rows: all, rank: "place" } };
    await expect(askBy(inTable)).rejects.toThrow(/skip a rank of log\.candidates\.rank/);
  });

  it("holds no displayed rank beyond the end of its list", async () => {
    const beyond = rows.map((row) => (row === aboveOthers ? { ...row, position: 99n } : row));
    const error = await ask(beyond, {}, rows, { listLength: 6 }).catch((reason) => reason);
    expect(error.code).toBe("rankBeyondList");
    expect(error.message).toContain(`for example in trajectory ${aboveOthers?.session}`);
  });

  it("has exposures of the logging policy in [0, 1], and says how many are not given", async () => {
    const exposed = rows.map((row) => ({ ...row, score: isHidden(row) ? 0.25 : 0.5 }));
    const exposure = {
      exposure: { column: "score", curve: { table: [1, 0.5, 0.25, 0.2, 0.1, 0.1] } },
    };
    const own = (change: (row: Row) => Row) =>
      ask(exposed.map(change), { exposure: "score" }, exposed, exposure);
    const whole = await own((row) => row);
    expect(whole.warnings.map(({ code }) => code)).not.toContain("candidateExposureMissing");
    const without = await own((row) => (isHidden(row) ? { ...row, score: null } : row));
    const [warning] = without.warnings.filter(({ code }) => code === "candidateExposureMissing");
    expect(warning?.facts).toEqual({ candidates: rows.filter(isHidden).length });
    for (const score of [-0.5, 1.5, Number.NaN]) {
      const error = await own((row) =>
        row === exposed.find(isHidden) ? { ...row, score } : row,
      ).catch((reason) => reason);
      expect(error).toMatchObject({ code: "loggingExposureInvalid" });
    }
  });

  it("has no answer for the logged policy without displayed ranks", async () => {
    const { estimates } = await ask(rows, { rank: undefined });
    const codes = estimates.map((row) => [row.policy, "none" in row ? row.none.code : "answer"]);
    expect(codes).toContainEqual(["logged", "candidateRankMissing"]);
    expect(codes).toContainEqual(["a", "answer"]);
  });

  it.each([
    [
      "candidatesMissing",
      (row: Row) => (row.session === 3n ? [] : [row]),
      "1 trajectory of the log has no candidates, for example 3",
    ],
    [
      "candidateRepeated",
      (row: Row) => (row.session === 4n ? [row, row] : [row]),
      "1 trajectory holds an item twice",
    ],
    [
      "candidateNotListed",
      (row: Row) => (row.viewed === 1n && row.session === 5n ? [{ ...row, item: 99n }] : [row]),
      "not among the candidates",
    ],
    [
      "candidateContradicts",
      (row: Row) => (row.viewed === 1n && row.session === 7n ? [{ ...row, rank_a: 3n }] : [row]),
      "in trajectory 7",
    ],
    [
      "candidateContradicts",
      (row: Row) => (row.viewed === 1n && row.session === 8n ? [{ ...row, rank_a: null }] : [row]),
      "in trajectory 8",
    ],
    [
      "candidateRankRepeated",
      (row: Row) => (row.viewed === 0n && row.session === 2n ? [{ ...row, rank_a: 9n }] : [row]),
      "two candidates at one rank of policies.a.rank, for example 2",
    ],
    [
      "candidateRankSkipped",
      (row: Row) => (row === topOfPolicy ? [] : [row]),
      `1 trajectory skip a rank of policies.a.rank that users may see, for example of ${topOfPolicy?.session}`,
    ],
    [
      "candidateRankSkipped",
      (row: Row) => (row === aboveOthers ? [] : [row]),
      `a rank of log.candidates.rank that users may see, for example of ${aboveOthers?.session}`,
    ],
    [
      "candidateContradicts",
      (row: Row) =>
        row.viewed === 1n && row.session === 9n ? [{ ...row, q_like: 0.40625 }] : [row],
      "prediction",
    ],
    [
      "rankInvalid",
      (row: Row) => (row.viewed === 0n && row.session === 2n ? [{ ...row, position: 0n }] : [row]),
      "in trajectory 2",
    ],
    [
      "predictionInvalid",
      (row: Row) => (row.session === 6n ? [{ ...row, q_like: null }] : [row]),
      "predicted reward",
    ],
  ] as const)("is refused: %s", async (code, change, words) => {
    const error = await ask(rows.flatMap(change)).catch((reason) => reason);
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it("is named where a candidate breaks a rule, without advice for rows of the log", async () => {
    const isBad = (row: Row) => isHidden(row) && row.session === 6n && row.rank_a !== null;
    const bad = rows.map((row) => (isBad(row) ? { ...row, q_like: Number.NaN } : row));
    const count = rows.filter(isBad).length;
    const spec = { invalid: "excludeTrajectories" };
    for (const [where, asked] of [
      ["table candidates", () => ask(bad, {}, rows, spec)],
      ["table log", () => askOffered(bad, estimators, spec)],
    ] as const) {
      const { code, message, facts } = await asked().catch((error) => error.problems[0]);
      expect({ code, facts }).toMatchObject({ code: "predictionInvalid", facts: { rows: count } });
      expect(message).toContain(`of ${where} break`);
      expect(message).toMatch(/^log.rewards.like.prediction: \d candidates? of /);
      expect(message).not.toContain("set log.invalid");
    }
  });

  it.each(["candidates", "offered"] as const)(
    "counts what is deeper than every viewed row, in a log with %s",
    async (known) => {
      const all = [6, 9].flatMap((deepest, session) =>
        Array.from({ length: deepest }, (_, i): Row => {
          const row = { session, place: i + 1, item: i + 1, rank: i + 1, q: 0.5 };
          const isViewed = i < 3;
          return isViewed
            ? { ...row, like: 1, viewed: 1n }
            : { ...row, place: null, like: null, viewed: 0n };
        }),
      );
      const viewed = all.filter((row) => row.viewed === 1n);
      const named =
        known === "offered"
          ? { rows: "offered", viewed: "viewed", source: { rows: all } }
          : { candidates: { rows: all, rank: "place" }, source: { rows: viewed } };
      const asked = readStudy({
        log: {
          ...named,
          trajectory: "session",
          item: "item",
          rank: "place",
          rewards: { like: { column: "like", prediction: "q" } },
          exposure: { curve: { model: "geometric", gamma: 0.8 } },
        },
        policies: { a: { rank: "rank" } },
        estimators: ["dm"],
        estimands: ["perTrajectory"],
      });
      const { estimates } = await evaluate(asked);
      const found = estimates.find(({ policy }) => policy === "a");
      const views = (deepest: number): number => (1 - 0.8 ** deepest) / (1 - 0.8);
      const expected = (0.5 * (views(6) + views(9))) / 2;
      expect(found !== undefined && "value" in found && found.value).toBeCloseTo(expected, 12);
    },
  );
});

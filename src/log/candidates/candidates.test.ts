import { describe, expect, it } from "vitest";
import {
  askOffered,
  candidateColumns,
  candidateLog,
  studyWithPredictions,
} from "../../../test/fixture/candidate-log.js";
import { evaluate } from "../../evaluate/index.js";
import { createInterpreter, type Row } from "../../sql/index.js";
import { readStudy } from "../../study/index.js";

const estimators = ["dm", { dr: { treatment: ["observed", "expected"] } }, "cab"];
const rows = candidateLog("table", { trajectories: 12 });
const columns = { log: candidateColumns, candidates: candidateColumns };

/** The viewed rows as the log, and a table of all candidates next to it. */
const ask = (candidates: readonly Row[], more: object = {}, log = rows) => {
  const viewed = log.filter((row) => row.viewed === 1n);
  const engine = createInterpreter({ log: viewed, candidates }, { columns });
  const named = { table: "candidates", rank: "position", ...more };
  return evaluate(
    readStudy(studyWithPredictions(estimators, { item: "item", candidates: named })),
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

  it("leaves out candidates of other trajectories", async () => {
    const stray = rows.map((row) => ({ ...row, session: BigInt(Number(row.session) + 1000) }));
    expect((await ask([...rows, ...stray])).estimates).toEqual((await ask(rows)).estimates);
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
      "candidateContradicts",
      (row: Row) =>
        row.viewed === 1n && row.session === 9n ? [{ ...row, q_like: 0.40625 }] : [row],
      "prediction",
    ],
    [
      "rankInvalid",
      (row: Row) => (row.viewed === 0n && row.session === 2n ? [{ ...row, position: 0n }] : [row]),
      "log.rank",
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

  it.each(["candidates", "offered"] as const)(
    "counts what is deeper than every viewed row, in a log with %s",
    async (known) => {
      const deep = [6n, 9n];
      const all = [1, 2].flatMap((session) =>
        [1, 2, 3].flatMap((place): Row[] => {
          const row = { session, place, item: place, rank: place, like: 1, q: 0.5, viewed: 1n };
          const rank = deep[session - 1] ?? null;
          const hidden = { place: null, like: null, viewed: 0n, item: 4, rank };
          return place === 3 ? [row, { ...row, ...hidden }] : [row];
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
      const expected = 0.5 * (1 + 0.8 + 0.64 + (0.8 ** 5 + 0.8 ** 8) / 2);
      expect(found !== undefined && "value" in found && found.value).toBeCloseTo(expected, 12);
    },
  );
});

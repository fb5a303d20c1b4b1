import { expect, it } from "vitest";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { readStudy } from "../../study/read-study.js";
import { check } from "../check.js";

const rows = [
  { session: "a", place: 1n, like: 1, watch: 0.5, isNew: true, day: "2026-11-01" },
  { session: "a", place: 2n, like: 0, watch: null, isNew: false, day: "2026-11-01" },
  { session: "b", place: 1n, like: 1, watch: 2.5, isNew: null, day: "2026-11-02" },
  { session: "b", place: 2n, like: 0, watch: 0, isNew: true, day: "2026-11-02" },
];
const log = {
  source: { table: "log" },
  trajectory: "session",
  rank: "place",
  rewards: { like: "like" },
};
const study = { log, estimators: ["mean"] };

it("counts values, different values, extremes and means of the columns that a study uses", async () => {
  const rewards = {
    like: "like",
    watch: { column: "watch", missing: 0 },
    isNew: { column: "isNew", missing: 0 },
  };
  const { profile } = await check(readStudy({ ...study, log: { ...log, rewards } }), {
    engine: createInterpreter({ log: rows }),
  });
  expect(profile?.rows).toBe(4);
  const of = (name: string) => profile?.columns.find((each) => each.name === name);
  expect(of("session")).toMatchObject({ values: 4, distinct: 2, range: null, mean: null });
  expect(of("session")?.uses).toEqual(["log.trajectory"]);
  expect(of("place")).toMatchObject({ type: "bigint", range: [1, 2], mean: 1.5 });
  expect(of("watch")).toMatchObject({
    values: 3,
    distinct: 3,
    range: [0, 2.5],
    mean: 1,
    uses: ["log.rewards.watch"],
  });
  expect(of("day")).toBeUndefined();
  expect(of("isNew")).toMatchObject({ values: 3, distinct: 2, mean: 0.6666666667 });
});

it("counts rows of a trajectory on average and the share of rows at the first rank, where it knows them", async () => {
  const deeper = [...rows, { ...rows[1], place: 3n }, { ...rows[1], place: 4n }] as typeof rows;
  const { profile } = await check(readStudy(study), { engine: createInterpreter({ log: deeper }) });
  expect(profile).toMatchObject({ rowsPerTrajectory: 3, atFirstRank: 2 / 6 });
  const { rank: _, trajectory: __, ...bare } = log;
  const other = { ...study, log: { ...bare, exposure: { column: "watch" } } };
  const unknown = await check(readStudy(other), { engine: createInterpreter({ log: rows }) });
  expect(unknown.profile).toMatchObject({ rowsPerTrajectory: null, atFirstRank: null });
});

it("says that a log holds rewarded rows only, and that a row is a trajectory", async () => {
  const codes = async (changed: typeof rows) =>
    (await check(readStudy(study), { engine: createInterpreter({ log: changed }) })).warnings.map(
      ({ code }) => code,
    );
  expect(await codes(rows)).not.toContain("clicksOnly");
  expect(await codes(rows)).not.toContain("oneRowEach");
  expect(await codes(rows.map((row) => ({ ...row, like: 1 })))).toContain("clicksOnly");
  const single = rows.map((row, at) => ({ ...row, session: `s${at}`, place: 1n }));
  expect(await codes(single)).toContain("oneRowEach");
});

it("says that a log holds whole lists, and which lines it does not answer", async () => {
  const lists = Array.from({ length: 40 }, (_, at) => ({
    ...rows[0],
    session: `s${Math.floor(at / 4)}`,
    place: BigInt(1 + (at % 4)),
    like: at % 3 === 0 ? 1 : 0,
  })) as typeof rows;
  const ofRows = async (changed: typeof rows, kind?: "offered") =>
    (
      await check(
        readStudy(kind === undefined ? study : { ...study, log: { ...log, rows: kind } }),
        {
          engine: createInterpreter({ log: changed }),
        },
      )
    ).warnings.map(({ code }) => code);
  expect(await ofRows(lists)).toContain("viewsNotLogged");
  expect(await ofRows(lists.filter((_, at) => at !== 7))).not.toContain("viewsNotLogged");
  expect(await ofRows(lists, "offered")).not.toContain("viewsNotLogged");
});

it("profiles a log that breaks a rule", async () => {
  const broken = rows.map((row) => ({ ...row, place: 0n }));
  const report = await check(readStudy(study), { engine: createInterpreter({ log: broken }) });
  expect(report.problems.length).toBeGreaterThan(0);
  expect(report.profile?.columns.map(({ name }) => name)).toContain("place");
});

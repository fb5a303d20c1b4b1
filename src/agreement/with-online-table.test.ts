import { describe, expect, it } from "vitest";
import { type AbWorld, abMonth, abStudy } from "../../test/fixture/ab-month.js";
import { evaluate } from "../evaluate/evaluate.js";
import { createInterpreter } from "../sql/interpreter/interpreter.js";
import type { Row } from "../sql/interpreter/value.js";
import { readStudy } from "../study/read-study.js";
import { type NamedResult, trackRecord } from "./track-record.js";
import { withOnlineTable } from "./with-online-table.js";

const engine = createInterpreter({});
const world: AbWorld = {
  seed: "a past test",
  days: 3,
  sessions: 150,
  skills: { a: -1, b: 1 },
};
const made = abMonth(world);

const pastTest = async (): Promise<NamedResult> => {
  const study = readStudy(abStudy(world, made));
  return { name: "november", result: await evaluate(study, { engine }) };
};

describe("a past test whose study names a table of online results", () => {
  const past = pastTest();
  const changed = async (change: Row): Promise<NamedResult> => {
    const [first, ...others] = made.online;
    const { name, result } = await past;
    // A result names files; rows in memory it does not keep.
    const online = { results: { rows: [{ ...first, ...change }, ...others] } };
    const named = { name, result: { ...result, study: { ...result.study, online } } };
    return withOnlineTable(named, { engine });
  };

  it("counts in a track record", async () => {
    const bare = await past;
    expect(() => trackRecord([bare])).toThrow(/Name online results in the studies/);
    const { calls, counts } = trackRecord([await changed({})]);
    expect(calls.map(({ policy }) => policy)).toEqual(["a", "b"]);
    expect([counts.right, counts.wrong]).toEqual([2, 0]);
    const [a] = calls;
    const ofA = made.online.filter(({ policy }) => policy === "a");
    const mean = ofA.reduce((sum, { value }) => sum + Number(value), 0) / ofA.length;
    const log = made.log.reduce((sum, { like }) => sum + Number(like), 0);
    const logged = log / (world.days * world.sessions);
    expect(a?.onlineLift.value).toBeCloseTo(mean / logged - 1, 9);
  });

  it("that has days of another log, or an unknown arm, is refused by the name of the test", async () => {
    await expect(changed({ day: "2026-12-24" })).rejects.toThrow(
      /^Test november: .* hold the day 2026-12-24, and the log of the result has 2026-11-01 to 2026-11-03/,
    );
    await expect(changed({ policy: "z" })).rejects.toThrow(
      /^Test november: .*online results of "z"/,
    );
  });

  it("that is no longer where it was is told by the name of the test", async () => {
    const { name, result } = await past;
    const study = { ...result.study, online: { table: "gone" } };
    await expect(
      withOnlineTable({ name, result: { ...result, study } }, { engine }),
    ).rejects.toThrow(
      /^Test november: .*"gone".* Or correct study\.online in the file of this test's result\.$/,
    );
  });

  it("is left alone where the study names no table, or its policies' own results", async () => {
    const { name, result } = await past;
    const { online: _, ...study } = result.study;
    const without = { name, result: { ...result, study } };
    expect(await withOnlineTable(without, { engine })).toEqual(without);
  });
});

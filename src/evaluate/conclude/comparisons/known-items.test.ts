import { expect, it } from "vitest";
import { candidateColumns } from "../../../../test/fixture/candidate-log.js";
import { offeredItems } from "../../../../test/fixture/offered-items.js";
import { isInTurn, repetitions } from "../../../../test/fixture/property.js";
import { inMemory, smallStudy, table } from "../../../../test/fixture/small-study.js";
import type { Engine } from "../../../sql/engine.js";
import type { Row } from "../../../sql/interpreter/value.js";
import { readStudy } from "../../../study/read-study.js";
import { evaluate } from "../../evaluate.js";
import type { Result, Verdict } from "../result.js";

const slots = table.length;

/** A test of one of two shares, which the seed chooses in a short run. */
const inShare = (at: number) => it.runIf(isInTurn(at, repetitions(2, 1)));

interface Asked {
  readonly verdict: Verdict;
  readonly curves: Result["curves"];
  /** What each statement was for. */
  readonly purposes: readonly string[];
}

async function ask(
  rows: readonly Row[],
  log: object = { item: "item" },
  columns = candidateColumns,
): Promise<Asked> {
  const study = smallStudy({
    log: { rows: "offered", viewed: "viewed", rewards: { like: "like" }, ...log },
    policies: { a: { rank: "rank_a" } },
    estimators: ["dcg"],
  });
  const engine = inMemory(rows, columns);
  const purposes: string[] = [];
  const query: Engine["query"] = (plan, options) => {
    purposes.push(plan.purpose);
    return engine.query(plan, options);
  };
  const { verdicts, curves } = await evaluate(readStudy(study), { engine: { ...engine, query } });
  const [verdict] = verdicts;
  if (verdict === undefined) throw new Error("a verdict");
  return { verdict, curves, purposes };
}

const verdictOf = async (rows: readonly Row[], log?: object): Promise<Verdict> =>
  (await ask(rows, log)).verdict;

it("takes missing views of known items to earn what their like do at the edge, give or take a half", async () => {
  const { rows, difference } = offeredItems("known");
  const known = await verdictOf(rows);
  expect(known.missing).toMatchObject({
    assumed: "likeTheEdge",
    unknownItemsShare: 0,
    oneSided: null,
  });
  const [low = 0, high = 0] = known.missing?.rewardRange ?? [];
  expect(low).toBeCloseTo((known.missing?.rewardPerView ?? 0) / 2, 12);
  expect(high).toBeCloseTo(1.5 * (known.missing?.rewardPerView ?? 0), 12);
  expect(known.interval?.[0]).toBeLessThan(difference);
  expect(known.interval?.[1]).toBeGreaterThan(difference);
  expect(known.reason.message).toContain("give or take a half");
  const anonymous = await verdictOf(rows, {});
  expect(anonymous.missing?.assumed).toBe("unknownItems");
  expect(anonymous.missing?.rewardRange[1]).toBeGreaterThan(high);
});

inShare(0)("knows the items of sessions and users whose keys are text", async () => {
  const { rows } = offeredItems("text", { sessions: 2_000 });
  const keys = rows.map((row) => ({
    ...row,
    session: `session ${row.session}`,
    user: `user ${row.user}`,
  }));
  const columns = candidateColumns.map((column) =>
    ["session", "user"].includes(column.name) ? ({ ...column, type: "text" } as const) : column,
  );
  const { verdict } = await ask(keys, undefined, columns);
  expect(verdict.missing).toMatchObject({ assumed: "likeTheEdge", unknownItemsShare: 0 });
  const { missing } = await verdictOf(rows);
  expect(verdict.missing?.share).toBeCloseTo(missing?.share ?? 0, 12);
});

inShare(1)(
  "knows items where trajectories that break a rule are left out, as in a log without them",
  async () => {
    const { rows } = offeredItems("invalid", { sessions: 1_200 });
    const isBroken = ({ session }: Row): boolean => Number(session) % 7 === 0;
    const log = { item: "item", invalid: "excludeTrajectories" };
    const broken = rows.map((row): Row => (isBroken(row) ? { ...row, position: 0n } : row));
    const { missing, value, set } = await verdictOf(broken, log);
    const without = await verdictOf(rows.filter((row) => !isBroken(row)));
    expect(missing).toMatchObject({ assumed: "likeTheEdge", unknownItemsShare: 0 });
    expect({ missing, value, set }).toEqual({
      missing: without.missing,
      value: without.value,
      set: without.set,
    });
  },
);

inShare(0)("knows items of the days that are evaluated, and of no others", async () => {
  const { rows } = offeredItems("days", { sessions: 2_000 });
  const isLast = ({ session }: Row): boolean => Number(session) % 2 === 1;
  const days = rows.map((row) => (isLast(row) ? { ...row, day: "2026-11-02" } : row));
  const log = { item: "item", day: "day" };
  const exposure = { curve: { fit: "table" }, fitDays: { to: "2026-11-01" } };
  const { verdict, curves } = await ask(days, { ...log, exposure });
  const fitted = curves.flatMap(({ ranks = [] }) => ranks.map((each) => each.fitted));
  const given = { ...log, exposure: { curve: { table: fitted } } };
  const alone = await verdictOf(days.filter(isLast), given);
  expect(verdict.missing?.assumed).toBe(alone.missing?.assumed);
  expect(verdict.missing?.assumed).not.toBe("unknownItems");
  for (const key of ["share", "unknownItemsShare", "rewardPerView", "averageReward"] as const)
    expect(verdict.missing?.[key]).toBeCloseTo(alone.missing?.[key] ?? Number.NaN, 9);
});

inShare(1)("takes nothing of items that the log does not know", async () => {
  const { rows, difference } = offeredItems("new", { newRate: 0.95 });
  const verdict = await verdictOf(rows);
  expect(verdict.missing?.assumed).toBe("mixed");
  expect(verdict.missing?.unknownItemsShare).toBeGreaterThan(0.05);
  expect(verdict.missing?.oneSided).not.toBe("most");
  expect(verdict.interval?.[1]).toBeGreaterThan(difference);
  expect(verdict.verdict).not.toBe("worse");
});

it("asks the engine nothing more where no view is missing, or nobody knows the items", async () => {
  const { rows } = offeredItems("statements", { sessions: 600 });
  const lacking = await ask(rows);
  expect(lacking.purposes.filter((purpose) => purpose === "known items")).toHaveLength(2);
  const anonymous = await ask(rows, {});
  expect(anonymous.purposes).toEqual(lacking.purposes.filter((each) => each !== "known items"));
  const reversed = (position: unknown): bigint | null =>
    typeof position === "bigint" ? BigInt(slots + 1) - position : null;
  const whole = rows.map((row) => ({ ...row, rank_a: reversed(row.position) }));
  const complete = await ask(whole, {
    item: "item",
    exposure: { curve: { table: [...table] }, trust: { fallsBy: 0 } },
  });
  expect(complete.verdict.missing).toBeUndefined();
  expect(complete.purposes).toEqual((await ask(whole, {})).purposes);
  expect(complete.purposes).toEqual(anonymous.purposes);
});

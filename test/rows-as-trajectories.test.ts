import { expect, it } from "vitest";
import type { Verdict } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { createRandom } from "../src/random/create-random.js";
import type { Row } from "../src/sql/interpreter/value.js";
import { readStudy } from "../src/study/read-study.js";
import { inTurn, repetitions } from "./fixture/property.js";
import { inMemory } from "./fixture/small-study.js";

const columns = [
  { name: "view", type: "bigint" },
  { name: "item", type: "bigint" },
  { name: "propensity", type: "double" },
  { name: "uniform", type: "double" },
  { name: "like", type: "bigint" },
] as const;

/** Single views of ten items, the good ones shown seldom; the logged propensities are the true ones times `factor`. */
function singleViews(factor: number): readonly Row[] {
  const random = createRandom("single views");
  const items = Array.from({ length: 10 }, (_, i) => (i + 1) / 55);
  return Array.from({ length: repetitions(5_000, 8_000) }, (_, view): Row => {
    const at = random.next() * 55;
    const item = Math.min(9, Math.floor((Math.sqrt(1 + 8 * at) - 1) / 2));
    const like = random.next() < 0.3 - 0.02 * item ? 1n : 0n;
    const propensity = factor * (items[item] ?? 0);
    return { view: BigInt(view), item: BigInt(item), propensity, uniform: 0.1, like };
  });
}

async function verdictOn(rows: readonly Row[], log: object): Promise<Verdict> {
  const study = {
    log: {
      source: { table: "log" },
      item: "item",
      rewards: ["like"],
      exposure: { column: "propensity" },
      ...log,
    },
    policies: { uniform: { exposure: "uniform" } },
    estimators: ["ips"],
  };
  const { verdicts } = await evaluate(readStudy(study), { engine: inMemory(rows, [...columns]) });
  const [found] = verdicts;
  if (found === undefined) throw new Error("no verdict");
  return found;
}

it.each(
  inTurn(
    [
      [1, "better"],
      [0.93, "cannotTell"],
    ],
    2,
  ),
)(
  "a log whose rows name no trajectory is examined as if each row were one: %s",
  async (factor, word) => {
    const rows = singleViews(factor);
    const [named, unnamed] = [
      await verdictOn(rows, { trajectory: "view" }),
      await verdictOn(rows, {}),
    ];
    expect(unnamed.verdict).toBe(word);
    expect(unnamed.checks?.length).toBeGreaterThan(5);
    const effects = ({ checks = [] }: Verdict) =>
      checks.map(({ check, effect }) => [check, effect]);
    expect(effects(unnamed)).toEqual(effects(named));
    expect([unnamed.reason.code, unnamed.value]).toEqual([named.reason.code, named.value]);
  },
);

const ranked: () => readonly Row[] = () =>
  singleViews(1).map((row) => {
    const rank = [1, 1, 1, 1, 2, 2, 3][Number(row.view) % 7] ?? 1;
    const like = rank === 3 ? 1n : (row.like ?? 0n);
    return { ...row, position: BigInt(rank), target: BigInt(1 + (rank % 3)), like };
  });
const rankColumns = ["position", "target"].map((name) => ({ name, type: "bigint" as const }));

it.each(inTurn([{ table: [1, 0.5, 0.25] }, { fit: "table" }, { fit: "geometric", cutoff: 3 }], 3))(
  "the key of a row for a trajectory: no call by rank under %j, and no number of the log is an answer",
  async (curve) => {
    const study = {
      log: {
        source: { table: "log" },
        trajectory: "view",
        rank: "position",
        rewards: ["like"],
        exposure: { curve },
      },
      policies: { other: { rank: "target" } },
      estimators: ["mean", "dcg"],
      decide: "dcg",
    };
    const engine = inMemory(ranked(), [...columns, ...rankColumns]);
    const { verdicts, estimates } = await evaluate(readStudy(study), { engine });
    expect(verdicts.map(({ verdict, reason }) => [verdict, reason.code])).toEqual([
      ["doNotTrust", "oneRowEach"],
    ]);
    expect(estimates.every((row) => "none" in row || row.withheld?.code === "oneRowEach")).toBe(
      true,
    );
  },
);

it("a policy by rank on rows that name no list gets no call, and the line says what is missing", async () => {
  const study = {
    log: {
      source: { table: "log" },
      rank: "position",
      rewards: ["like"],
      exposure: { curve: { table: [1, 0.5, 0.25] } },
    },
    policies: { other: { rank: "target" } },
    estimators: ["dcg"],
  };
  const { verdicts } = await evaluate(readStudy(study), {
    engine: inMemory(ranked(), [...columns, ...rankColumns]),
  });
  const [found] = verdicts;
  expect(found?.interval?.[0]).toBeGreaterThan(0);
  expect([found?.verdict, found?.reason.code]).toEqual(["cannotTell", "checksNotRun"]);
  expect(found?.reason.message).toContain("log.trajectory");
});

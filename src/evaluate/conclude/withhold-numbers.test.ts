import { expect, it } from "vitest";
import { difference, estimate, verdict } from "../../../test/fixture/fixture-result.js";
import { randomLog } from "../../../test/fixture/random-log.js";
import { evaluateRows, smallStudy } from "../../../test/fixture/small-study.js";
import type { DifferenceRow, EstimateRow, Result } from "./result.js";
import { restoreNumbers, withholdNumbers } from "./withhold-numbers.js";

const of = ["value", "se", "df", "set", "setSe", "interval", "p", "adjustedP", "adjusted", "lift"];

type Line = Readonly<Record<string, unknown>>;
const linesOf = ({ verdicts, estimates, differences }: Result): readonly Line[] =>
  [...verdicts, ...estimates, ...differences] as unknown as readonly Line[];
const namesIn = (line: object): readonly string[] => of.filter((name) => Object.hasOwn(line, name));

/** Rewarded rows alone: every line is refused, and has numbers all the same. */
const refused = evaluateRows(
  smallStudy({ log: { day: "day" }, estimators: ["mean", "dcg", "snips"] }),
  randomLog("withheld numbers", { trajectories: 800, users: 150, days: 2 }).filter(
    ({ like }) => like === 1,
  ),
);

it("stand under the code and are null in their places, and nowhere else", async () => {
  const sound = await evaluateRows(smallStudy({}), randomLog("numbers", { trajectories: 400 }));
  const all = [...linesOf(await refused), ...linesOf(sound)];
  const held = all.filter(({ withheld }) => withheld !== undefined);
  expect(held.length).toBeGreaterThan(10);
  expect(all.length - held.length).toBeGreaterThan(10);
  for (const line of held) {
    const { code, ...numbers } = line.withheld as Line;
    expect(typeof code).toBe("string");
    expect(namesIn(line)).toEqual(expect.arrayContaining(Object.keys(numbers)));
    for (const name of namesIn(line)) expect(line[name], name).toBeNull();
  }
  for (const line of all.filter((line) => !held.includes(line))) {
    expect(line).not.toHaveProperty("withheld");
    const isWhole = namesIn(line).every((name) => line[name] !== null);
    expect(isWhole || "reason" in line, JSON.stringify(line)).toBe(true);
  }
});

it("are in no sum of a consumer that does not look", async () => {
  const { verdicts, estimates } = await refused;
  const held = verdicts.filter(({ withheld }) => withheld !== undefined);
  const rows = estimates.filter((row) =>
    held.some(({ policy, reward }) => policy === row.policy && reward === row.reward),
  );
  const valuesIn = (all: typeof rows) => all.flatMap((row) => ("none" in row ? [] : [row.value]));
  expect(valuesIn(rows).length).toBeGreaterThan(10);
  expect(valuesIn(rows).filter((value) => value !== null)).toEqual([]);
  expect(valuesIn(rows.map(restoreNumbers)).every((value) => typeof value === "number")).toBe(true);
});

it("come back as they were computed", () => {
  const set = [0.1, 0.3] as const;
  const rows = [difference(0.2, 0.1), difference(0.2, 0.1, { set, setSe: [0.1, 0.2] })];
  for (const row of rows)
    expect(restoreNumbers(withholdNumbers<DifferenceRow>(row, "support"))).toEqual(row);
  const one = estimate(0.2, 0.1, { skipped: 3, warnings: ["largestWeight"] });
  const held = withholdNumbers<EstimateRow>(one, "curve");
  expect(held).toMatchObject({ skipped: 3, warnings: ["largestWeight"], value: null });
  expect(restoreNumbers(held)).toEqual(one);
  expect(restoreNumbers(withholdNumbers(verdict(), "curve"))).toEqual(verdict());
  expect(restoreNumbers(one)).toBe(one);
});

import { describe, expect, it } from "vitest";
import { evaluate, type Result, type Verdict } from "../src/evaluate/index.js";
import { readStudy } from "../src/study/index.js";
import {
  calibrationWorlds,
  drawExposures,
  type ExposureWorld,
  exposureColumns,
  exposureColumnsOf,
  exposureStudy,
  exposureWorlds,
  truthOf,
} from "./fixture/exposure-worlds.js";
import { inMemory } from "./fixture/small-study.js";

const evaluated = (
  world: ExposureWorld,
  seed: string,
  more = {},
  candidate = {},
): Promise<Result> =>
  evaluate(readStudy(exposureStudy(world, more, candidate)), {
    engine: inMemory(drawExposures(world, seed), exposureColumnsOf(world)),
  });

async function verdictOf(...asked: Parameters<typeof evaluated>): Promise<Verdict> {
  const [verdict] = (await evaluated(...asked)).verdicts;
  if (verdict === undefined) throw new Error("no verdict");
  return verdict;
}

const seeds = Array.from({ length: 1 }, (_, at) => `line ${at}`);
const effectOf = ({ survives = [] }: Verdict, danger: string): string | undefined =>
  survives.find((each) => each.danger === danger)?.effect;

describe("verdicts of policies by exposure", () => {
  it.each(Object.entries(exposureWorlds))("%s", async (_name, { world, truth, due }) => {
    const found: string[] = [];
    for (const seed of seeds) found.push((await verdictOf(world, seed)).verdict);
    const share = (word: string): number =>
      found.filter((each) => each === word).length / seeds.length;
    const wrong = truth === "good" ? "worse" : "better";
    expect(share(wrong)).toBeLessThanOrEqual(truth === "equal" ? 0.05 : 0.01);
    if (due) expect(share(truth === "good" ? "better" : "worse")).toBeGreaterThanOrEqual(0.95);
    if (truth === "equal") expect(share("doNotTrust")).toBeLessThanOrEqual(0.02);
  });

  it.each(Object.entries(calibrationWorlds))("%s", async (name, { world, truth, due }) => {
    const found = await verdictOf(world, "calibrated");
    const effect = effectOf(found, "exposureCalibration");
    expect(found.verdict).toMatch(due ? "better" : /cannotTell|doNotTrust/);
    const isWrong = name.includes("wrong") || name.includes("too ");
    // Weights that are too small look like missing views first: the set of what these may earn holds 0.
    if (isWrong && found.identified === "range" && found.verdict === "cannotTell") return;
    expect(effect).toMatch(isWrong ? /cannotTell|doNotTrust/ : /none|watch/);
    if (!isWrong || truth === "equal") return;
    const interval = found.interval ?? [0, 0];
    const alone = (interval[0] > 0 ? "higher" : interval[1] < 0 ? "lower" : "none") as string;
    expect(alone).toBe(world.better);
  });

  it("find the missing views of fresh items, and say what they are taken of", async () => {
    const { world } = exposureWorlds["fresh items that are complained of"] ?? {};
    if (world === undefined) throw new Error("no world");
    const found = await verdictOf(world, "sentence");
    expect([found.verdict, found.identified]).toEqual(["cannotTell", "range"]);
    const { message, facts } = found.survives?.find(({ danger }) => danger === "support") ?? {};
    expect(message).toMatch(/declare its views if it shows fewer items/);
    const missing = 0.5 * world.goesOn ** 2;
    expect(facts?.missingViews).toBeCloseTo(missing, 1);
    expect(facts?.share).toBeCloseTo(missing / truthOf(world).views, 1);
  });

  it("have weights that match the views without what missing views earn on top", async () => {
    const { world } = exposureWorlds["fresh items that are complained of"] ?? {};
    if (world === undefined) throw new Error("no world");
    const found = await verdictOf(world, "sentence");
    const { facts } = found.survives?.find(({ danger }) => danger === "exposureCalibration") ?? {};
    const [value, filled] = [found.missing?.atNothing ?? Number.NaN, Number(facts?.filled)];
    const base =
      (found.value ?? 0) / (found.lift !== null && "value" in found.lift ? found.lift.value : 0);
    expect(facts?.difference).toBeCloseTo((base + value) / filled - base, 4);
    expect(facts?.shift).toBeCloseTo(Number(facts?.difference) - (found.value ?? 0), 10);
  });

  it("call a policy of fewer items worse where its views are declared", async () => {
    const { world } = exposureWorlds["fewer items"] ?? {};
    if (world === undefined) throw new Error("no world");
    const { views } = truthOf(world);
    const found = await verdictOf(world, "declared", {}, { views });
    expect(found.verdict).toBe("worse");
    expect(effectOf(found, "support")).toBe("none");
    const perImpression = { estimands: ["perImpression"] };
    expect((await verdictOf(world, "declared", perImpression, { views })).verdict).toBe(
      "cannotTell",
    );
  });

  it("do not trust weights of more views than a policy has", async () => {
    const { world } = exposureWorlds["equal items"] ?? {};
    if (world === undefined) throw new Error("no world");
    const rows = drawExposures(world, "twice").map((row) => ({
      ...row,
      eps_new: Math.min(1, 2 * Number(row.eps_new)),
    }));
    const { verdicts } = await evaluate(readStudy(exposureStudy(world)), {
      engine: inMemory(rows, exposureColumns),
    });
    const [found] = verdicts;
    expect(found && effectOf(found, "excessWeight")).toBe("cannotTell");
    expect(["cannotTell", "doNotTrust"]).toContain(found?.verdict);
  });
});

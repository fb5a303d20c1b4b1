import { describe, expect, it } from "vitest";
import type { Result, Verdict } from "../src/evaluate/conclude/result.js";
import { restoreNumbers } from "../src/evaluate/conclude/withhold-numbers.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { resultDocument } from "../src/report/documents/result.js";
import { formatMarkdown } from "../src/report/formats/markdown/markdown.js";
import { formatText } from "../src/report/formats/text/text.js";
import { readStudy } from "../src/study/read-study.js";
import {
  calibrationWorlds,
  drawExposures,
  type ExposureWorld,
  exposureColumns,
  exposureColumnsOf,
  exposureStudy,
  exposureWorlds,
  rightByItem,
  truthOf,
  wrongByItem,
} from "./fixture/exposure-worlds.js";
import { inTurn, isInTurn, repetitions } from "./fixture/property.js";
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
  return restoreNumbers(verdict);
}

const seeds = Array.from({ length: 1 }, (_, at) => `line ${at}`);
const effectOf = ({ checks = [] }: Verdict, check: string): string | undefined =>
  checks.find((each) => each.check === check)?.effect;

/** A quick run tries one of three like logs. */
const shares = repetitions(3, 1);

let sentence: Promise<Verdict> | undefined;
/** The verdict on fresh items that are complained of, computed once. */
function freshVerdict(world: ExposureWorld): Promise<Verdict> {
  sentence ??= verdictOf(world, "sentence");
  return sentence;
}

describe("verdicts of policies by exposure", () => {
  it.each(inTurn(Object.entries(exposureWorlds), 3))("%s", async (_name, { world, truth, due }) => {
    const found: string[] = [];
    for (const seed of seeds) found.push((await verdictOf(world, seed)).verdict);
    const share = (word: string): number =>
      found.filter((each) => each === word).length / seeds.length;
    const wrong = truth === "good" ? "worse" : "better";
    expect(share(wrong)).toBeLessThanOrEqual(truth === "equal" ? 0.05 : 0.01);
    if (due) expect(share(truth === "good" ? "better" : "worse")).toBeGreaterThanOrEqual(0.95);
    if (truth === "equal") expect(share("doNotTrust")).toBeLessThanOrEqual(0.02);
  });

  it.each(inTurn(Object.entries(calibrationWorlds), 3))(
    "%s",
    async (name, { world, truth, due }) => {
      const found = await verdictOf(world, "calibrated");
      const effect = effectOf(found, "exposureCalibration");
      expect(found.verdict).toMatch(due ? "better" : /cannotTell|doNotTrust/);
      const isWrong = name.includes("wrong") || name.includes("too ");
      // Weights that are too small look like missing views first: the set of what these may earn holds 0.
      if (isWrong && found.identified === "range" && found.verdict === "cannotTell") return;
      expect(effect).toMatch(isWrong ? /cannotTell|doNotTrust/ : /none|watch/);
      if (!isWrong || truth === "equal") return;
      // What rows that the log lacks would explain, too, withholds the call alone.
      const [low, high] = found.interval ?? [0, 0];
      const { difference } = truthOf(world);
      expect(low < difference && difference < high).toBe(!name.includes("too small"));
    },
  );

  it("find the missing views of fresh items, and say what they are taken of", async () => {
    const { world } = exposureWorlds["fresh items that are complained of"] ?? {};
    if (world === undefined) throw new Error("no world");
    const found = await freshVerdict(world);
    expect([found.verdict, found.identified]).toEqual(["cannotTell", "range"]);
    const { message, facts } = found.checks?.find(({ check }) => check === "support") ?? {};
    expect(message).toMatch(/declare its views if it shows fewer items/);
    const missing = 0.5 * world.goesOn ** 2;
    expect(facts?.missingViews).toBeCloseTo(missing, 1);
    expect(facts?.share).toBeCloseTo(missing / truthOf(world).views, 1);
  });

  it("have weights that match the views without what missing views earn on top", async () => {
    const { world } = exposureWorlds["fresh items that are complained of"] ?? {};
    if (world === undefined) throw new Error("no world");
    const found = await freshVerdict(world);
    const { facts } = found.checks?.find(({ check }) => check === "exposureCalibration") ?? {};
    const [value, filled] = [
      found.missing?.differenceAtZero ?? Number.NaN,
      Number(facts?.filledShare),
    ];
    const base =
      (found.value ?? 0) / (found.lift !== null && "value" in found.lift ? found.lift.value : 0);
    expect(facts?.difference).toBeCloseTo((base + value) / filled - base, 4);
    expect(facts?.shift).toBeCloseTo(Number(facts?.difference) - (found.value ?? 0), 10);
  });

  it.runIf(isInTurn(0, shares))(
    "call a policy of fewer items worse where its views are declared",
    async () => {
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
    },
  );

  it.runIf(isInTurn(1, shares))(
    "do not trust weights of more views than a policy has",
    async () => {
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
    },
  );

  describe("whose logged exposures are too small", () => {
    const liked = [0.1, 0.1, 0.2, 0.2, 0.2, 0.2];
    const world = { ...rightByItem, rewards: liked };
    const printed = async (propensity: ExposureWorld["propensity"]) => {
      const result = await evaluated({ ...world, ...(propensity && { propensity }) }, "too small");
      const shown = resultDocument(result);
      const text = `${formatText(shown, { width: 400, full: true })}\n${formatMarkdown(shown)}`;
      const [verdict] = result.verdicts;
      const said = (verdict?.checks ?? []).flatMap(({ message, tipping, measured }) => [
        ...[message, measured.words, tipping?.words ?? ""],
      ]);
      return { verdict: verdict?.verdict, withheld: verdict?.withheld?.code, text, said };
    };

    it.each(
      inTurn(
        [
          ["by one factor", () => 0.9],
          ["by item, those that are liked", (_: number, item: number) => (item > 1 ? 0.8 : 1)],
        ] as const,
        2,
      ),
    )("print no number, in no sentence: %s", async (_, propensity) => {
      const { text, said, ...found } = await printed(propensity);
      expect(found).toEqual({ verdict: "cannotTell", withheld: "excessWeight" });
      for (const each of [text, ...said])
        expect(each).not.toMatch(/It stays|[Dd]ifference (is )?[+-]|shift of|lift [+-]|→/);
    });

    it.runIf(isInTurn(2, shares))("print theirs where they are right", async () => {
      const { text, said: _, ...found } = await printed(undefined);
      expect(found).toEqual({ verdict: "better", withheld: undefined });
      expect(text).toMatch(/Difference \+[\d.]+, 95 % interval \[\+/);
    });
  });

  describe("whose logged exposures are wrong by item in both directions", () => {
    const { namesItems: _, ...unnamed } = wrongByItem;
    const foundOf = async (world: ExposureWorld) => {
      const verdict = await verdictOf(world, "by item");
      const found = verdict.checks?.find(({ check }) => check === "exposureCalibration");
      const [low, high] = verdict.interval ?? [0, 0];
      const { difference } = truthOf(world);
      const holdsTruth = low < difference && difference < high;
      return { ...verdict, facts: found?.facts ?? {}, message: found?.message ?? "", holdsTruth };
    };

    it.runIf(isInTurn(0, shares))(
      "are told by views that speak for more lists than there are, and widen the set",
      async () => {
        const { message, ...found } = await foundOf(wrongByItem);
        expect([found.verdict, found.reason.code]).toEqual(["cannotTell", "exposureCalibration"]);
        expect(Number(found.facts.refutedFactor)).toBeCloseTo(7 / 6, 1);
        expect(message).toMatch(/Views of some items imply 1\.\d+ times as many lists/);
        expect(message).toMatch(/It stays better only while the logged exposures/);
        expect(found.holdsTruth).toBe(true);
        expect(await foundOf(unnamed)).toMatchObject({ verdict: "better", holdsTruth: false });
        const sound = await foundOf(rightByItem);
        expect(sound.facts).not.toHaveProperty("refutedFactor");
        expect(sound.notTestable).toContain("tooLargeExposures");
      },
    );

    it.runIf(isInTurn(1, shares))("are told by the offered rows of each item", async () => {
      const { message, ...found } = await foundOf({ ...wrongByItem, offered: true });
      expect(found.verdict).not.toBe("better");
      expect(message).toMatch(/By item, views do not match the logged exposures/);
      expect(found.holdsTruth).toBe(true);
      const sound = await foundOf({ ...rightByItem, offered: true });
      expect(sound.facts).not.toHaveProperty("refutedFactor");
      expect(sound.notTestable).not.toContain("tooLargeExposures");
    });

    it.runIf(isInTurn(2, shares))(
      "are not excused by rows that lack items, unless these do",
      async () => {
        const { message, holdsTruth } = await foundOf({ ...unnamed, offered: true });
        expect(message).toMatch(/which rows that the log lacks do not explain/);
        expect(holdsTruth).toBe(true);
        const lacking = await foundOf({ ...rightByItem, offered: true, loggedShows: 3, shows: 3 });
        expect(lacking.message).toMatch(/not to hold every item/);
      },
    );
  });
});

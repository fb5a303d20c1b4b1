import { LogError, UnsupportedError } from "../../src/errors.js";
import type { Verdict } from "../../src/evaluate/conclude/result.js";
import { evaluate } from "../../src/evaluate/evaluate.js";
import type { Engine } from "../../src/sql/engine.js";
import { readStudy } from "../../src/study/read-study.js";
import { drawLog } from "../../test/fixture/verdict-worlds/draw-log.js";
import { intervalAlone } from "../../test/fixture/verdict-worlds/interval-alone.js";
import type { Log } from "../../test/fixture/verdict-worlds/log.js";
import { studyOf } from "../../test/fixture/verdict-worlds/study-of.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";

export type Call = "better" | "worse" | "none";

interface Printed {
  readonly value: number;
  readonly interval: readonly [low: number, high: number];
}

/** What became of one line of a world. */
export interface Observation {
  readonly world: string;
  readonly seed: number;
  /** Of the product that gave the verdict. */
  readonly commit: string;
  readonly feed: string | null;
  /** What the interval alone says, at the line's level. */
  readonly alone: Call;
  /** The product's verdict; "refused": the study had no answer at all. */
  readonly verdict: Verdict["verdict"] | "refused";
  readonly reason: string;
  /** The lift that is printed, with its interval at the line's level; null where none is, or it is withheld (absent in old observations). */
  readonly printed?: Printed | null;
  /** Effects of the dangers that had one, by code. */
  readonly dangers: Readonly<Record<string, string>>;
}

/** Draws a world's log and evaluates its study. */
export async function observe(
  world: World,
  seed: number,
  engine: Engine,
  commit = "",
): Promise<readonly Observation[]> {
  const log = drawLog(world, String(seed));
  const own = { world: world.name, seed, commit };
  try {
    const { verdicts } = await evaluate(readStudy(studyOf(world, log)), { engine });
    const lines = verdicts.filter(({ policy, feed }) => policy === "candidate" && feed !== "*");
    return lines
      .filter(({ reward }) => reward === "good")
      .map((verdict) => ({
        ...own,
        feed: verdict.feed,
        alone: callOf(world, log, verdict.feed, lines.length),
        verdict: verdict.verdict,
        reason: verdict.reason.code,
        printed: printedOf(verdict),
        dangers: dangersOf(verdict),
      }));
  } catch (error) {
    if (!(error instanceof UnsupportedError || error instanceof LogError)) throw error;
    const alone = callOf(world, log, null, 1);
    return [
      {
        ...own,
        feed: null,
        alone,
        verdict: "refused",
        reason: error.code,
        printed: null,
        dangers: {},
      },
    ];
  }
}

function callOf(world: World, log: Log, feed: string | null, lines: number): Call {
  const { difference, p } = intervalAlone(world, log, feed === null ? null : Number(feed));
  if (!(p < 0.05 / lines)) return "none";
  return difference > 0 === (world.better === "higher") ? "better" : "worse";
}

const printedOf = ({ lift, withheld }: Verdict): Printed | null =>
  withheld !== undefined || lift === null || "none" in lift
    ? null
    : { value: lift.value, interval: lift.interval };

const dangersOf = ({ checks = [] }: Verdict): Observation["dangers"] =>
  Object.fromEntries(
    checks.filter(({ effect }) => effect !== "none").map(({ check, effect }) => [check, effect]),
  );

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { conclude } from "../../src/evaluate/conclude/conclude.js";
import type { Result } from "../../src/evaluate/conclude/result.js";
import { type FitResult, fitLog } from "../../src/evaluate/fit.js";
import { fitResultToJson } from "../../src/evaluate/fit-to-json.js";
import { takeTally } from "../../src/evaluate/take-tally.js";
import { writeParquetFile } from "../../src/simulator/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { readStudy } from "../../src/study/read-study.js";
import { drawLog, type LogSpec } from "./draw-log.js";
import { type Observation, observe, observeParameter } from "./observe.js";
import {
  type Learnt,
  learning,
  learnts,
  type Origin,
  questions,
  reading,
  studyOf,
} from "./studies.js";
import type { Truth } from "./truth.js";
import { withoutDoubt } from "./without-doubt.js";
import type { Feed, Lists } from "./world.js";

export interface World {
  readonly spec: LogSpec;
  /** By feed. */
  readonly truths: ReadonlyMap<Feed, Truth>;
  readonly origins: readonly Origin[];
  readonly folder: string;
  readonly engine: Engine;
}

export interface Observed extends Observation {
  readonly feed: string;
  readonly lists: string;
  readonly learnt: Learnt;
  readonly origin: Origin;
}

/** Draws a log and one of other users, learns every curve from every origin, and evaluates. */
export async function runWorld(world: World): Promise<readonly Observed[]> {
  const { spec, origins, folder } = world;
  const paths = { own: join(folder, "log.parquet"), other: join(folder, "other.parquet") };
  await writeParquetFile(paths.own, [drawLog(spec)]);
  await writeParquetFile(paths.other, [drawLog({ ...spec, seed: `${spec.seed} elsewhere` })]);
  const observed: Observed[] = [];
  for (const learnt of learnts) {
    for (const origin of origins) {
      const found = await underCurve(world, paths, learnt, origin);
      const lists = spec.lists.name;
      observed.push(...found.map((each) => ({ ...each, lists, learnt, origin })));
    }
  }
  return observed;
}

type OfFeed = Observation & { readonly feed: string };

async function underCurve(
  { spec, truths, folder, engine }: World,
  paths: { readonly own: string; readonly other: string },
  learnt: Learnt,
  origin: Origin,
): Promise<readonly OfFeed[]> {
  const { lists } = spec;
  const learn = learning(lists, learnt, origin);
  const fitted = origin === "other log" ? await fitOther(paths.other, lists, learn, engine) : null;
  const file = join(folder, "fit.json");
  if (fitted !== null) await writeFile(file, JSON.stringify(fitResultToJson(fitted)));
  const exposure = fitted === null ? learn : reading(file);
  const observed: OfFeed[] = [];
  for (const each of questions) {
    const [carried, naive] = await evaluateTwice(studyOf(paths.own, lists, each, exposure), engine);
    for (const [feed, truth] of truths) {
      const found = [...observe(carried, naive, each, feed.name, truth)];
      if (each === "rewards") found.push(ofParameter(fitted ?? carried, feed, lists));
      observed.push(...found.map((one) => ({ ...one, feed: feed.name })));
    }
  }
  return observed;
}

const fitOther = (
  path: string,
  lists: Lists,
  learn: Readonly<Record<string, unknown>>,
  engine: Engine,
): Promise<FitResult> => fitLog(readStudy(studyOf(path, lists, "rewards", learn)), { engine });

/** What `evaluate` answers, and what it would answer if the curves were known. */
async function evaluateTwice(
  study: Readonly<Record<string, unknown>>,
  engine: Engine,
): Promise<readonly [Result, Result]> {
  const tally = await takeTally(readStudy(study), { engine });
  return [await conclude(tally), await withoutDoubt(tally)];
}

/** As `fitLog` states it, or a result of a curve that was learnt on the way. */
function ofParameter(from: FitResult | Result, feed: Feed, lists: Lists): Observation {
  if ("curves" in from) {
    const facts = from.curves.find((each) => each.feed === feed.name);
    if (facts?.clusters == null) throw new Error(`feed ${feed.name} has no curve`);
    return observeParameter(facts.estimates, facts.clusters, feed, lists);
  }
  const kept = from.feeds.find((each) => each.feed === feed.name)?.kept;
  if (kept === undefined || "code" in kept) throw new Error(`feed ${feed.name}: ${kept?.message}`);
  const { estimates, clusters } = kept.fit;
  if (clusters === undefined) throw new Error(`feed ${feed.name} has no clustered errors`);
  return observeParameter(estimates, clusters, feed, lists);
}

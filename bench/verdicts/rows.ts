import { orientedLift, truthOf } from "../../test/fixture/verdict-worlds/truth.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";
import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";
import type { Observation } from "./observe.js";

export const share = (count: number, of: number): string =>
  of === 0 ? "" : (count / of).toFixed(3);

/** What was said of the logs of a world, and what is true. */
export function rowOf(group: string, world: World, found: readonly Observation[]): DataRow {
  const part = (test: (each: Observation) => boolean): string =>
    share(found.filter(test).length, found.length);
  const lift = 100 * truthOf(world).lift;
  return {
    group,
    world: world.name,
    betterIs: world.better,
    trueLiftPercent: Math.abs(lift) < 1e-7 ? "0" : lift.toFixed(1),
    seeds: String(new Set(found.map(({ seed }) => seed)).size),
    aloneBetter: part(({ alone }) => alone === "better"),
    aloneWorse: part(({ alone }) => alone === "worse"),
    better: part(({ verdict }) => verdict === "better"),
    worse: part(({ verdict }) => verdict === "worse"),
    cannotTell: part(({ verdict }) => verdict === "cannotTell"),
    doNotTrust: part(isRefused),
    ...intervalsOf(world, found),
    reasons: reasonsOf(found),
    aim: aimOf(group, world, found),
    measuredAt: [...new Set(found.map(({ commit }) => commit))].join(", "),
  };
}

/** Of the intervals that are printed: those that hold the true lift; and their median width, in points of lift. */
function intervalsOf(world: World, found: readonly Observation[]): DataRow {
  // Where feeds differ, their comparisons have no truth of their own.
  const intervals = found.flatMap(({ printed }) =>
    printed == null || world.feedPeople !== undefined ? [] : [printed.interval],
  );
  const { lift } = truthOf(world);
  const holding = intervals.filter(([low, high]) => low <= lift + 1e-9 && lift - 1e-9 <= high);
  const widths = intervals.map(([low, high]) => high - low).sort((a, b) => a - b);
  const width = widths[Math.floor(widths.length / 2)];
  if (width === undefined) return { covers: "", intervals: "", widthPoints: "" };
  return {
    covers: String(holding.length),
    intervals: String(intervals.length),
    widthPoints: (100 * width).toFixed(1),
  };
}

/** Reasons of refusals with their shares, from a share of .02. */
function reasonsOf(found: readonly Observation[]): string {
  const refused = found.filter(({ verdict }) => verdict !== "better" && verdict !== "worse");
  return [...grouped(refused, ({ reason }) => reason)]
    .filter(([, own]) => own.length >= found.length / 50)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => `${reason} ${share(own.length, found.length)}`)
    .join(", ");
}

/** What is promised: shares of wrong verdicts, and in clean worlds of refusals and of verdicts that are lost. */
const promised = { harm: 0.01, equal: 0.04, refused: 0.02, lost: 0.04 };

/** Whether a world's shares are within what is promised, or within two Monte-Carlo errors of it. */
function aimOf(group: string, world: World, found: readonly Observation[]): string {
  const lift = orientedLift(world);
  const part = (test: (each: Observation) => boolean): number =>
    found.filter(test).length / found.length;
  const judged = (as: "better" | "worse"): number => part(({ verdict }) => verdict === as);
  const right = lift > 0 ? "better" : "worse";
  const shares: (readonly [name: string, share: number, most: number])[] =
    lift === 0
      ? [
          ["wrong verdicts", judged("better"), promised.equal],
          ["wrong verdicts", judged("worse"), promised.equal],
        ]
      : [["wrong verdicts", judged(lift > 0 ? "worse" : "better"), promised.harm]];
  if (group.startsWith("clean")) {
    const lost = lift === 0 ? 0 : part(({ alone }) => alone === right) - judged(right);
    shares.push(["refused", part(isRefused), promised.refused], ["lost", lost, promised.lost]);
  }
  const beyond = shares.filter(([, value, most]) => value > most);
  if (beyond.length === 0) return "met";
  const error = (most: number): number => 2 * Math.sqrt((most * (1 - most)) / found.length);
  const missed = beyond.filter(([, value, most]) => value > most + error(most));
  const names = (of: typeof beyond): string => [...new Set(of.map(([name]) => name))].join(", ");
  return missed.length > 0 ? `missed: ${names(missed)}` : `within the error: ${names(beyond)}`;
}

export const isRefused = ({ verdict }: Observation): boolean =>
  verdict === "doNotTrust" || verdict === "refused";

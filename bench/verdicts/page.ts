import { orientedLift } from "../../test/fixture/verdict-worlds/truth.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";
import { type DataRow, readData, withRows, writeData } from "../data-file.js";
import { grouped } from "../grouped.js";
import { replaceSection } from "../replace-section.js";
import type { Observation } from "./observe.js";
import { isRefused, rowOf, share } from "./rows.js";
import { summaryOf } from "./summary.js";

const page = new URL("../../docs/verdict-study.md", import.meta.url);

type Groups = Readonly<Record<string, readonly World[]>>;

/** Puts what was observed in the place of what the data hold of the same worlds, then the summary on the page. */
export async function writePage(groups: Groups, observed: readonly Observation[]): Promise<void> {
  const byWorld = grouped(observed, ({ world }) => world);
  const found = Object.entries(groups).flatMap(([group, worlds]) =>
    worlds.flatMap((world) => {
      const own = byWorld.get(world.name);
      return own === undefined ? [] : [rowOf(group, world, own)];
    }),
  );
  const worldOf = (row: DataRow): string => row.world ?? "";
  const places = new Map(Object.keys(groups).map((group, at) => [group, at]));
  const placeOf = ({ group = "" }: DataRow): number => places.get(group) ?? places.size;
  const rows = withRows(readData("verdict-study"), found, worldOf);
  const sorted = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  writeData("verdict-study", sorted);
  const checks = checksIn(groups, byWorld);
  if (checks.length > 0) writeData("verdict-study-checks", checks);
  const feeds = withRows(readData("verdict-study-feeds"), feedsIn(groups, byWorld), worldOf);
  writeData("verdict-study-feeds", feeds);
  const summary = summaryOf(sorted);
  console.log(summary);
  await replaceSection(page, "summary", summary);
}

/** How often each check speaks, and how often it refuses, where every assumption holds. */
function checksIn(
  groups: Groups,
  byWorld: ReadonlyMap<string, readonly Observation[]>,
): readonly DataRow[] {
  const found = Object.entries(groups)
    .filter(([group]) => group.startsWith("clean"))
    .flatMap(([, worlds]) => worlds.flatMap(({ name }) => byWorld.get(name) ?? []));
  const studies = grouped(found, ({ world, seed }) => `${world} ${seed}`).size;
  const part = (code: string, effect: string): string =>
    share(found.filter(({ dangers }) => dangers[code] === effect).length, found.length);
  return [...new Set(found.flatMap(({ dangers }) => Object.keys(dangers)))].sort().map((code) => ({
    check: code,
    studies: String(studies),
    watch: part(code, "watch"),
    inconclusive: part(code, "inconclusive"),
    cannotTell: part(code, "cannotTell"),
    doNotTrust: part(code, "doNotTrust"),
  }));
}

/** How many studies of equal policies in many feeds judge any of them at all. */
function feedsIn(
  groups: Groups,
  byWorld: ReadonlyMap<string, readonly Observation[]>,
): readonly DataRow[] {
  return Object.values(groups)
    .flat()
    .filter(({ name }) => byWorld.has(name))
    .filter((world) => world.feeds !== undefined && orientedLift(world) === 0)
    .map(({ name }) => {
      const studies = [...grouped(byWorld.get(name) ?? [], ({ seed }) => String(seed)).values()];
      const any = (test: (each: Observation) => boolean): string =>
        share(studies.filter((lines) => lines.some(test)).length, studies.length);
      const isJudged = ({ verdict }: Observation): boolean =>
        verdict === "better" || verdict === "worse";
      return {
        world: name,
        studies: String(studies.length),
        alone: any(({ alone }) => alone !== "none"),
        judged: any(isJudged),
        doNotTrust: any(isRefused),
      };
    });
}

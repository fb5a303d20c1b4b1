import { readFileSync, writeFileSync } from "node:fs";
import { orientedLift, truthOf } from "../../test/fixture/verdict-worlds/truth.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";
import type { Observation } from "./observe.js";

const page = new URL("../../docs/verdict-study.md", import.meta.url);
const [from, to] = ["<!-- results -->", "<!-- end of results -->"];

type Groups = Readonly<Record<string, readonly World[]>>;

/** The tables, in the place that the page has for them; what stands around is written by hand. */
export function writePage(groups: Groups, observed: readonly Observation[], commit: string): void {
  const byWorld = groupedBy(observed, ({ world }) => world);
  const sections = Object.entries(groups).map(([group, worlds]) =>
    sectionOf(group, worlds, byWorld),
  );
  const head = `Measured at commit ${commit}: ${observed.length.toLocaleString("en")} lines of ${byWorld.size} worlds.`;
  const text = [head, ...sections, falseAlarms(groups, byWorld)].join("\n\n");
  console.log(text);
  const old = readFileSync(page, "utf8");
  const [before] = old.split(from);
  const after = old.split(to)[1];
  if (before === undefined || after === undefined)
    throw new Error("The page has no place for results.");
  writeFileSync(page, `${before}${from}\n\n${text}\n\n${to}${after}`);
}

/** Node 20 has no `Map.groupBy`. */
function groupedBy(
  found: readonly Observation[],
  keyOf: (each: Observation) => string,
): ReadonlyMap<string, readonly Observation[]> {
  const groups = new Map<string, Observation[]>();
  for (const each of found) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

const share = (count: number, of: number): string =>
  of === 0 ? "–" : (count / of).toFixed(3).replace(/^0/, "");

function sectionOf(
  group: string,
  worlds: readonly World[],
  byWorld: ReadonlyMap<string, readonly Observation[]>,
): string {
  const rows = worlds.map((world) => rowOf(world, byWorld.get(world.name) ?? []));
  const titles =
    "| world | better | true lift | seeds | alone B / W | verdict B / W | cannot tell / do not trust | reasons | aim |";
  return [`### ${group}\n`, titles, "|---|---|---:|---:|---:|---:|---:|---|---|", ...rows].join(
    "\n",
  );
}

function rowOf(world: World, found: readonly Observation[]): string {
  const of = found.length;
  const count = (test: (each: Observation) => boolean): string =>
    share(found.filter(test).length, of);
  const lift = 100 * truthOf(world).lift;
  const cells = [
    world.name,
    world.better,
    Math.abs(lift) < 1e-7 ? "0 %" : `${lift > 0 ? "+" : "−"}${Math.abs(lift).toFixed(1)} %`,
    String(new Set(found.map(({ seed }) => seed)).size),
    `${count(({ alone }) => alone === "better")} / ${count(({ alone }) => alone === "worse")}`,
    `**${count(({ verdict }) => verdict === "better")} / ${count(({ verdict }) => verdict === "worse")}**`,
    `${count(({ verdict }) => verdict === "cannotTell")} / ${count(({ verdict }) => verdict === "doNotTrust" || verdict === "refused")}`,
    reasonsOf(found),
    fallsShort(world, found),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Reasons of refusals with their shares, other than an interval that holds 0. */
function reasonsOf(found: readonly Observation[]): string {
  const refused = found.filter(({ verdict }) => verdict !== "better" && verdict !== "worse");
  return [...groupedBy(refused, ({ reason }) => reason)]
    .filter(([, own]) => own.length >= found.length / 50)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => `${reason} ${share(own.length, found.length)}`)
    .join(", ");
}

/** Wrong calls beyond what is promised: 1 % where the truth is the other way, 4 % where there is no difference. */
function fallsShort(world: World, found: readonly Observation[]): string {
  const lift = orientedLift(world);
  const wrong = (call: "better" | "worse"): number =>
    found.filter(({ verdict }) => verdict === call).length / Math.max(1, found.length);
  const error = Math.sqrt((0.04 * 0.96) / Math.max(1, found.length));
  if (lift < 0) return wrong("better") > 0.01 ? "missed" : "met";
  if (lift > 0) return wrong("worse") > 0.01 ? "missed" : "met";
  const most = Math.max(wrong("better"), wrong("worse"));
  return most <= 0.04 ? "met" : most <= 0.04 + 2 * error ? "within the error" : "missed";
}

/** How often each danger speaks, and how often it refuses, where every assumption holds. */
function falseAlarms(groups: Groups, byWorld: ReadonlyMap<string, readonly Observation[]>): string {
  const clean = Object.entries(groups).filter(([group]) => group.startsWith("clean"));
  const found = clean.flatMap(([, worlds]) =>
    worlds.flatMap(({ name }) => byWorld.get(name) ?? []),
  );
  const codes = [...new Set(found.flatMap(({ dangers }) => Object.keys(dangers)))].sort();
  const count = (code: string, effects: readonly string[]): string =>
    share(
      found.filter(({ dangers }) => effects.includes(dangers[code] ?? "")).length,
      found.length,
    );
  const rows = codes.map(
    (code) =>
      `| \`${code}\` | ${count(code, ["watch"])} | ${count(code, ["inconclusive"])} | ${count(code, ["cannotTell"])} | ${count(code, ["doNotTrust"])} |`,
  );
  const refused = share(
    found.filter(({ verdict, alone }) => alone !== "none" && verdict === "doNotTrust").length,
    found.length,
  );
  const called = found.filter(({ alone }) => alone !== "none").length;
  const kept = found.filter(({ alone, verdict }) => alone === verdict).length;
  return [
    "### False alarms in clean worlds\n",
    `Of ${found.length.toLocaleString("en")} lines ${refused} that the interval alone calls are not trusted; of ${called.toLocaleString("en")} calls of the interval alone ${share(kept, called)} are kept.\n`,
    "| danger | watch | inconclusive | cannot tell | do not trust |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

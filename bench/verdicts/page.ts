import { readFileSync, writeFileSync } from "node:fs";
import { orientedLift, truthOf } from "../../test/fixture/verdict-worlds/truth.js";
import type { World } from "../../test/fixture/verdict-worlds/world.js";
import type { Observation } from "./observe.js";

const page = new URL("../../docs/verdict-study.md", import.meta.url);
const [from, to] = ["<!-- results -->", "<!-- end of results -->"];

type Groups = Readonly<Record<string, readonly World[]>>;

const heading = (group: string): string => `### ${group}`;

/** The tables, in the place that the page has for them; a section of which nothing was observed stays as it is. */
export function writePage(groups: Groups, observed: readonly Observation[]): void {
  const byWorld = groupedBy(observed, ({ world }) => world);
  const old = readFileSync(page, "utf8");
  const [before] = old.split(from);
  const [results, after] = (old.split(from)[1] ?? "").split(to);
  if (before === undefined || results === undefined || after === undefined)
    throw new Error("The page has no place for results.");
  const [head = "", ...sections] = results.trim().split(/\n\n(?=### )/);
  const kept = new Map(sections.map((text) => [text.split("\n")[0] ?? "", text]));
  const totals = [falseAlarms(groups, byWorld), manyFeeds(groups, byWorld)];
  const written = [
    ...Object.entries(groups).map(
      ([group, worlds]) => sectionOf(group, worlds, byWorld) ?? kept.get(heading(group)),
    ),
    ...["False alarms in clean worlds", "Studies of several feeds in which nothing differs"].map(
      (title, at) => totals[at] ?? kept.get(heading(title)),
    ),
  ];
  const text = [head, ...written.filter((each) => each !== undefined)].join("\n\n");
  console.log(text);
  writeFileSync(page, `${before}${from}\n\n${text}\n\n${to}${after}`);
}

function commitsOf(observed: readonly Observation[]): string {
  const lines = [...groupedBy(observed, ({ commit }) => commit)].map(
    ([commit, { length }]) => `${commit} (${length.toLocaleString("en")})`,
  );
  return `Lines by the commit that was measured: ${lines.join(", ")}.`;
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
): string | undefined {
  const seen = worlds.filter(({ name }) => byWorld.has(name));
  const found = seen.flatMap(({ name }) => byWorld.get(name) ?? []);
  if (found.length === 0) return undefined;
  const rows = seen.map((world) => rowOf(group, world, byWorld.get(world.name) ?? []));
  const titles =
    "| world | better | true lift | seeds | alone B / W | verdict B / W | cannot tell / do not trust | interval covers | width | reasons | aim |";
  const rule = "|---|---|---:|---:|---:|---:|---:|---:|---:|---|---|";
  return [`${heading(group)}\n`, `${commitsOf(found)}\n`, titles, rule, ...rows].join("\n");
}

function rowOf(group: string, world: World, found: readonly Observation[]): string {
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
    `${count(({ verdict }) => verdict === "cannotTell")} / ${count(isRefused)}`,
    ...printedOf(world, found),
    reasonsOf(found),
    aimOf(group, world, found),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Of the intervals that are printed: those that hold the true lift; and their median width, in points of lift. */
function printedOf(world: World, found: readonly Observation[]): readonly [string, string] {
  // Where feeds differ, their lines have no truth of their own.
  const intervals = found.flatMap(({ printed }) =>
    printed == null || world.feedPeople !== undefined ? [] : [printed.interval],
  );
  const { lift } = truthOf(world);
  const holding = intervals.filter(([low, high]) => low <= lift + 1e-9 && lift - 1e-9 <= high);
  const widths = intervals.map(([low, high]) => high - low).sort((a, b) => a - b);
  const width = widths[Math.floor(widths.length / 2)];
  return width === undefined
    ? ["–", "–"]
    : [`${holding.length} of ${intervals.length}`, (100 * width).toFixed(1)];
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

/** What is promised: shares of wrong calls, and in clean worlds of refusals and of calls that are lost. */
const promised = { harm: 0.01, equal: 0.04, refused: 0.02, lost: 0.04 };

/** Whether a world's shares are within what is promised, or within two Monte-Carlo errors of it. */
function aimOf(group: string, world: World, found: readonly Observation[]): string {
  if (found.length === 0) return "";
  const lift = orientedLift(world);
  const part = (test: (each: Observation) => boolean): number =>
    found.filter(test).length / found.length;
  const called = (call: "better" | "worse"): number => part(({ verdict }) => verdict === call);
  const right = lift > 0 ? "better" : "worse";
  const shares: (readonly [name: string, share: number, most: number])[] =
    lift === 0
      ? [
          ["wrong calls", called("better"), promised.equal],
          ["wrong calls", called("worse"), promised.equal],
        ]
      : [["wrong calls", called(lift > 0 ? "worse" : "better"), promised.harm]];
  if (group.startsWith("clean")) {
    const lost = lift === 0 ? 0 : part(({ alone }) => alone === right) - called(right);
    shares.push(["refused", part(isRefused), promised.refused], ["lost", lost, promised.lost]);
  }
  const beyond = shares.filter(([, value, most]) => value > most);
  if (beyond.length === 0) return "met";
  const error = (most: number): number => 2 * Math.sqrt((most * (1 - most)) / found.length);
  const missed = beyond.filter(([, value, most]) => value > most + error(most));
  const names = (of: typeof beyond): string => [...new Set(of.map(([name]) => name))].join(", ");
  return missed.length > 0 ? `**missed: ${names(missed)}**` : `within the error: ${names(beyond)}`;
}

const isRefused = ({ verdict }: Observation): boolean =>
  verdict === "doNotTrust" || verdict === "refused";

/** How often each danger speaks, and how often it refuses, where every assumption holds. */
function falseAlarms(
  groups: Groups,
  byWorld: ReadonlyMap<string, readonly Observation[]>,
): string | undefined {
  const clean = Object.entries(groups).filter(([group]) => group.startsWith("clean"));
  const found = clean.flatMap(([, worlds]) =>
    worlds.flatMap(({ name }) => byWorld.get(name) ?? []),
  );
  if (found.length === 0) return undefined;
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
  const isCalled = ({ alone }: Observation): boolean => alone !== "none";
  const calls = found.filter(isCalled);
  const kept = calls.filter(({ alone, verdict }) => alone === verdict).length;
  const studies = groupedBy(found, ({ world, seed }) => `${world} ${seed}`);
  const refused = [...studies.values()].filter((lines) => lines.some(isRefused)).length;
  return [
    "### False alarms in clean worlds\n",
    `All clean worlds together: ${studies.size.toLocaleString("en")} studies, of which ${share(refused, studies.size)} have a line that is not trusted; of ${calls.length.toLocaleString("en")} calls of the interval alone ${share(kept, calls.length)} are kept. How often each danger speaks:\n`,
    "| danger | watch | inconclusive | cannot tell | do not trust |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

/** How many studies of equal policies in many feeds have a call at all. */
function manyFeeds(
  groups: Groups,
  byWorld: ReadonlyMap<string, readonly Observation[]>,
): string | undefined {
  const worlds = Object.values(groups).flat();
  const rows = worlds
    .filter(({ name }) => byWorld.has(name))
    .filter((world) => world.feeds !== undefined && orientedLift(world) === 0)
    .map(({ name }) => {
      const studies = [...groupedBy(byWorld.get(name) ?? [], ({ seed }) => String(seed)).values()];
      const any = (test: (each: Observation) => boolean): string =>
        share(studies.filter((lines) => lines.some(test)).length, studies.length);
      const isCall = ({ verdict }: Observation): boolean =>
        verdict === "better" || verdict === "worse";
      return `| ${name} | ${studies.length} | ${any(({ alone }) => alone !== "none")} | ${any(isCall)} | ${any(isRefused)} |`;
    });
  if (rows.length === 0) return undefined;
  return [
    "### Studies of several feeds in which nothing differs\n",
    "| world | studies | a call by the interval alone at the family's level | a call | a refusal |",
    "|---|---:|---:|---:|---:|",
    ...rows,
  ].join("\n");
}

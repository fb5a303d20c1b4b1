import type { DataRow } from "../data-file.js";
import { type Coverage, coverageOf } from "./coverage.js";
import type { Observed } from "./run-world.js";
import { learnts, type Origin, origins } from "./studies.js";
import { feeds, long, short } from "./world.js";

/** Quantities by column; a lift's interval is adjusted for two policies, which sets its level. */
const columns: readonly { readonly name: string; readonly level: number }[] = [
  { name: "parameter", level: 0.95 },
  { name: "dcg", level: 0.95 },
  { name: "ips clipped", level: 0.95 },
  { name: "snips", level: 0.95 },
  { name: "dcg of a day", level: 0.95 },
  { name: "better − logged", level: 0.95 },
  { name: "twin − logged", level: 0.95 },
  { name: "lift", level: 0.975 },
  { name: "ndcg", level: 0.95 },
  { name: "pndcg", level: 0.95 },
];

/** The tables for one number of users by what they show, as Markdown. */
export function tablesOf(
  users: number,
  observed: readonly Observed[],
): readonly (readonly [what: string, table: string])[] {
  const least = users < 1000 ? 0.93 : 0.943;
  const groups = grouped(observed);
  const pooled = rowsOf(groups, ["learnt", "origin"]);
  const single = rowsOf(groups, ["feed", "lists", "learnt", "origin"]);
  console.log(`${worldsLine(groups)}\n${outsiders(single, least)}`);
  return [
    ["coverage", table(pooled, (cell, level) => coverageText(cell, level, least))],
    ["SE ÷ SD", table(pooled, ratioText)],
    ["bias ÷ SD", table(pooled, ({ bias }) => signed(bias))],
    ["coverage", table(single, (cell, level) => coverageText(cell, level, least))],
  ];
}

const shownColumns = ["parameter", "dcg, ips", "snips", "better − logged", "lift", "ndcg"] as const;

/** The table of the page: feeds and kinds of lists together. */
export function summaryOf(rows: readonly DataRow[]): string {
  const own = rows.filter(({ what, feed }) => what === "coverage" && feed === "all");
  return [
    `| users | curve | fitted on | ${shownColumns.join(" | ")} |`,
    `|---:|---|---|${"---:|".repeat(shownColumns.length)}`,
    ...own.map(
      (row) =>
        `| ${[row.users, row.curve, row["fitted on"], ...shownColumns.map((name) => row[name])].join(" | ")} |`,
    ),
  ].join("\n");
}

type Key = "feed" | "lists" | "learnt" | "origin";
type Groups = ReadonlyMap<string, readonly Observed[]>;

interface Row {
  readonly names: readonly string[];
  readonly cells: readonly (Coverage | undefined)[];
}

const keyOf = (each: Readonly<Record<Key, string>>, quantity: string): string =>
  [each.feed, each.lists, each.learnt, each.origin, quantity].join("|");

function grouped(observed: readonly Observed[]): Groups {
  const groups = new Map<string, Observed[]>();
  for (const each of observed) {
    const key = keyOf(each, each.quantity);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** Rows by some of the keys, over all values of the others. */
function rowsOf(groups: Groups, by: readonly Key[]): readonly Row[] {
  const settings = feeds.flatMap((feed) =>
    [long, short].flatMap((lists) =>
      learnts.flatMap((learnt) =>
        origins.map((origin) => ({ feed: feed.name, lists: lists.name, learnt, origin })),
      ),
    ),
  );
  const rows = new Map<string, (typeof settings)[number][]>();
  for (const setting of settings) {
    const key = by.map((name) => setting[name]).join("|");
    rows.set(key, [...(rows.get(key) ?? []), setting]);
  }
  return [...rows].map(([key, own]) => ({
    names: key.split("|"),
    cells: columns.map(({ name }) => {
      const found = own.flatMap((setting) => {
        const group = groups.get(keyOf(setting, name));
        return group === undefined ? [] : [group];
      });
      return found.length === 0 ? undefined : coverageOf(found);
    }),
  }));
}

function table(rows: readonly Row[], text: (cell: Coverage, level: number) => string): string {
  const lines = rows.map(({ names, cells }) => [
    ...(names.length === 2 ? ["all", "all"] : []),
    ...names,
    ...cells.map((cell, i) => (cell === undefined ? "–" : text(cell, columns[i]?.level ?? 0.95))),
  ]);
  const titles = [...heads, ...columns.map(({ name }) => (name === "dcg" ? "dcg, ips" : name))];
  const rule = titles.map((_, i) => (i < heads.length ? "---" : "---:"));
  return [titles, rule, ...lines].map((each) => `| ${each.join(" | ")} |`).join("\n");
}

export const heads: readonly string[] = ["feed", "lists", "curve", "fitted on"];

const errorAt = (level: number, worlds: number): number =>
  Math.sqrt((level * (1 - level)) / worlds);

/** Whether a coverage lies beyond 2.5 Monte-Carlo errors of its level, and of what is known of it. */
function outside({ covered, worlds }: Coverage, level: number, least: number): "" | "*" | "**" {
  const margin = 2.5 * errorAt(level, worlds);
  if (Math.abs(covered - level) <= margin) return "";
  const low = level - 0.95 + least;
  return covered < low - 2.5 * errorAt(low, worlds) || covered > level ? "**" : "*";
}

const share = (value: number): string => value.toFixed(3).replace(/^0/, "");

function coverageText(cell: Coverage, level: number, least: number): string {
  const naive = cell.naive === null ? "" : ` (${share(cell.naive.covered)})`;
  return `${share(cell.covered)}${outside(cell, level, least)}${naive}`;
}

function ratioText({ seOverSd, naive }: Coverage): string {
  if (seOverSd === null) return "–";
  const without = naive === null ? null : naive.seOverSd;
  return `${seOverSd.toFixed(2)}${without === null ? "" : ` (${without.toFixed(2)})`}`;
}

const signed = (value: number): string => `${value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;

function worldsLine(groups: Groups): string {
  const setting = { feed: "1", lists: long.name, learnt: learnts[0] ?? "" };
  const text = (origin: Origin): string => {
    const worlds = groups.get(keyOf({ ...setting, origin }, "dcg"))?.length ?? 0;
    return `${worlds} (Monte-Carlo error of one cell ±${share(errorAt(0.95, worlds))}, of four together ±${share(errorAt(0.95, 4 * worlds))})`;
  };
  return `Worlds: ${text("same log")}; for curves of another log ${text("other log")}.`;
}

function outsiders(rows: readonly Row[], least: number): string {
  const marks = rows.flatMap(({ cells }) =>
    cells.flatMap((cell, i) =>
      cell === undefined ? [] : [outside(cell, columns[i]?.level ?? 0.95, least)],
    ),
  );
  const [one, two] = ["*", "**"].map((mark) => marks.filter((each) => each === mark).length);
  const chance = Math.round(marks.length * 0.0124);
  return `Of ${marks.length} cells ${(one ?? 0) + (two ?? 0)} lie beyond 2.5 Monte-Carlo errors of their level (about ${chance} would by chance alone), ${two} of them above it or also beyond 2.5 errors of ${share(least)}.`;
}

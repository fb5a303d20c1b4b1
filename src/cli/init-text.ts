import type { LogProposal } from "../evaluate/index.js";
import {
  type ChangesInFiles,
  queryOfFiles,
  queryOfRewards,
} from "../evaluate/propose/query-of-files.js";
import type { RewardTable } from "../evaluate/propose/rewards-in.js";
import { fitAuto } from "../study/fit-request.js";
import { likelyLength } from "./init-answers.js";
import { isZeroIfEmpty, openQuestions } from "./init-questions.js";
import { grouped, type InitStudy, ranksFromZero } from "./init-study.js";
import { checkedText, type WriteValue } from "./one-line-yaml.js";

/** A study with a comment where a line rests on a guess. */
export const initText = (study: InitStudy): string =>
  checkedText((write) => initLines(study, write));

function initLines(study: InitStudy, write: WriteValue): readonly string[] {
  const { found } = study;
  const open = openQuestions(study);
  return [
    "# yaml-language-server: $schema=node_modules/hindcast/schema/study.json",
    `# Proposed by \`hindcast init\` from ${grouped(found.profile.rows)} rows: look at every line.`,
    ...open.map((each) => `# TO DO: ${each}`),
    ...logLines(study, write),
    ...policyLines(study, write),
    "",
  ];
}

function logLines({ found, answers, path }: InitStudy, write: WriteValue): readonly string[] {
  const { roles, files } = found;
  const { listLength } = answers;
  const shifted = ranksFromZero(found, answers);
  const { listLength: _, viewed, ...log } = roles.log;
  const { item, rank, ...others } = log;
  const { trajectory } = answers;
  const named = {
    ...(trajectory && { trajectory }),
    ...(item && { item }),
    ...(rank && { rank }),
    ...others,
  };
  const { columns, parts, nested: lists, pivoted } = found;
  const changes = { columns, parts, lists, events: pivoted, fromZero: shifted, casts: found.casts };
  const source = `  source: ${write(sourceOf(files.map(path), changes))}${noteOf(changes)}`;
  const isOffered = answers.rows === "offered";
  return [
    "log:",
    source,
    isOffered
      ? "  rows: offered  # a row is an item that was offered, viewed or not"
      : "  # One row is one item that was viewed; of a log of all offered rows say rows: offered.",
    ...(isOffered && viewed !== undefined ? [`  viewed: ${write(viewed)}`] : []),
    ...joinLines({ found, answers, path }, write),
    ...Object.entries(named).map(
      ([key, column]) =>
        `  ${key}: ${write(column)}${isKey(key) ? different(found, column) : comment(found, column, shifted.includes(column) ? 1 : 0)}`,
    ),
    ...rewardLines(found, answers.rewards, write),
    ...(listLength === undefined
      ? []
      : [
          `  listLength: ${write(listLength)}${listLength === likelyLength(found) ? "  # guessed: correct it if lists have another length" : ""}`,
        ]),
    "  exposure:",
    `    curve: ${write({ fit: fitAuto })}  # how far people look: the model that predicts this log best; \`hindcast fit\` compares them`,
  ];
}

/** Files as they are, or a query of them where it must change something. */
function sourceOf(paths: readonly string[], changes: ChangesInFiles = {}): unknown {
  const { fromZero = [], casts = [], parts = [], only, lists, events } = changes;
  const isChanged =
    fromZero.length + casts.length + parts.length > 0 ||
    [only, lists, events].some((each) => each !== undefined);
  if (isChanged) return { sql: queryOfFiles(paths, changes) };
  return paths.length === 1 ? paths[0] : paths;
}

function noteOf({ lists, events, fromZero = [] }: ChangesInFiles): string {
  const said = [
    ...(events === undefined ? [] : ["a row for each item, of all events there"]),
    ...(lists === undefined ? [] : ["a row for each entry of a list"]),
    ...(fromZero.length === 0 ? [] : ["the ranks it names count from 0 in the files, from 1 here"]),
  ];
  return said.length === 0 ? "" : `  # ${said.join("; ")}`;
}

/** Rewards of tables of their own: a row of the log without one has none. */
function joinLines(
  { found: { events, roles }, path }: InitStudy,
  write: WriteValue,
): readonly string[] {
  if (events.length === 0) return [];
  const joins = events.map(({ files, columns: held, parts, keys, rewards, isRepeated }) => {
    const paths = files.map(path);
    const names = Object.keys(rewards);
    const by = Object.values(keys);
    const source = isRepeated
      ? { sql: queryOfRewards(paths, by, rewards, { columns: held, parts }) }
      : { files: paths };
    const isCalledAlike = Object.entries(keys).every(([role, name]) => roles.log[role] === name);
    const columns = isRepeated ? names : columnsAsNamed(rewards);
    return { ...source, on: isCalledAlike ? by : keys, columns };
  });
  return ["  join:", ...joins.map((each) => `    - ${write(each)}`)];
}

const columnsAsNamed = (rewards: RewardTable["rewards"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(rewards).map(([name, from]) => [name, from === 1 ? name : from.column]),
  );

function rewardLines(
  found: LogProposal,
  own: readonly string[],
  write: WriteValue,
): readonly string[] {
  const joined = found.events.flatMap(({ rewards }) => Object.keys(rewards));
  if (own.length + joined.length === 0) return ["  rewards: {}"];
  const orZero = (column: string): string => write({ column, missing: 0 });
  return [
    "  rewards:",
    ...own.map((name) => rewardLine(found, name, write)),
    ...joined.map((name) => `    ${write(name)}: ${orZero(name)}  # rows without one count as 0`),
  ];
}

/** Where rows have no value, most logs mean that nothing was earned there. */
function rewardLine(found: LogProposal, name: string, write: WriteValue): string {
  const isEmpty = isZeroIfEmpty(found, name);
  const of = isEmpty ? write({ column: name, missing: 0 }) : write(name);
  const guess = isEmpty ? "; empty is taken as 0: without missing, such rows are refused" : "";
  return `    ${write(name)}: ${of}${comment(found, name)}${guess}`;
}

function policyLines(
  { found, answers: { origin }, path }: InitStudy,
  write: WriteValue,
): readonly string[] {
  const { roles, scores } = found;
  const own = Object.entries(roles.policies).map(
    ([name, of]) => `  ${write(name)}: ${write({ ...of, ...origin })}`,
  );
  const listed = scores.flatMap(({ files, keys, policies, model, fromZero }) => {
    const named = Object.entries(keys).filter(([role, column]) => roles.log[role] !== column);
    const source = sourceOf(files.map(path), { only: model, fromZero });
    const candidates = { source, ...Object.fromEntries(named) };
    return Object.entries(policies).map(
      ([name, of]) => `  ${write(name)}: ${write({ ...of, candidates, ...origin })}`,
    );
  });
  const lines = [...own, ...listed];
  if (lines.length === 0) return ["policies: {}"];
  const note =
    listed.length > 0
      ? "  # Scores are ranked among all candidates of a list; an item without a score or rank is not shown."
      : "  # The rank in the full candidate list, from 1; NULL if the item is not shown.";
  return ["policies:", note, ...lines];
}

const isKey = (role: string): boolean => ["trajectory", "item", "user"].includes(role);

/** How many keys a column holds: their range says nothing. */
function different({ profile }: LogProposal, name: string): string {
  const column = profile.columns.find((each) => each.name === name);
  if (column === undefined || column.distinct === null) return "";
  const empty = profile.rows - column.values;
  return `  # ${grouped(column.distinct)} different${empty > 0 ? `, ${grouped(empty)} empty` : ""}`;
}

/** What the column holds, with what is added to it, after the line that names it. */
function comment({ profile }: LogProposal, name: string, shift = 0): string {
  const column = profile.columns.find((each) => each.name === name);
  if (column === undefined) return "";
  const { range, distinct, values, mean, type } = column;
  const empty = profile.rows - values;
  const isFlag = type === "boolean" || (range?.[0] === 0 && range[1] === 1);
  const share = ((mean ?? 0) * values) / profile.rows;
  const said = [
    ...(isFlag && mean !== null ? [`${(100 * share).toPrecision(3)} % of rows`] : []),
    ...(!isFlag && distinct !== null && range === null ? [`${grouped(distinct)} different`] : []),
    ...(!isFlag && range !== null ? [rangeWords(range, shift)] : []),
    ...(empty > 0 ? [`${grouped(empty)} empty`] : []),
  ];
  return said.length === 0 ? "" : `  # ${said.join(", ")}`;
}

/** Moments with a zone are printed in UTC, whose days a study takes. */
function rangeWords([low, high]: readonly unknown[], shift: number): string {
  const ends = [low, high].map((end) => (typeof end === "number" ? end + shift : end));
  const zone = String(low).endsWith("+00") ? "; a day is one of UTC" : "";
  return `${ends.join(" to ")}${zone}`;
}

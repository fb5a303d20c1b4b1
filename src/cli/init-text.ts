import type { LogProposal } from "../evaluate/propose/propose-log.js";
import {
  type ChangesInFiles,
  queryOfFiles,
  queryOfRewards,
} from "../evaluate/propose/query-of-files.js";
import { showCount } from "../numeric/show-number.js";
import { fitAuto } from "../study/fit-request.js";
import { likelyLength } from "./init-answers.js";
import { openQuestions } from "./init-questions.js";
import {
  columnOf,
  emptyRows,
  type InitStudy,
  isFlag,
  isZeroIfEmpty,
  mayBeReward,
  ranksFromZero,
  unusedColumns,
  when,
} from "./init-study.js";
import { checkedText, type WriteValue } from "./one-line-yaml.js";

/** A study with a comment where a line rests on a guess. */
export const initText = (study: InitStudy): string =>
  checkedText((write) => initLines(study, write));

function initLines(study: InitStudy, write: WriteValue): readonly string[] {
  const { proposal } = study;
  const open = openQuestions(study);
  return [
    "# yaml-language-server: $schema=node_modules/hindcast/schema/study.json",
    `# Proposed by \`hindcast init\` from ${showCount(proposal.profile.rows)} rows: look at every line.`,
    ...open.map((line) => `# TO DO: ${line}`),
    ...logLines(study, write),
    ...policyLines(study, write),
    "",
  ];
}

function logLines(study: InitStudy, write: WriteValue): readonly string[] {
  const { proposal, answers, path } = study;
  const { listLength } = answers;
  const fromZero = ranksFromZero(proposal, answers);
  const { listLength: _, viewed, trajectory: __, item, rank, ...others } = proposal.roles.log;
  const named = { trajectory: answers.trajectory, item, rank, ...others };
  const changes = { ...proposal.changes, fromZero };
  const isOffered = answers.rows === "offered";
  return [
    "log:",
    `  source: ${write(sourceOf(proposal.files.map(path), changes))}${noteOf(changes)}`,
    isOffered
      ? "  rows: offered  # a row is an item that was offered, viewed or not"
      : "  # One row is one item that was viewed; of a log of all offered rows say rows: offered.",
    ...when(isOffered && viewed !== undefined, `  viewed: ${write(viewed)}`),
    ...joinLines(study, write),
    ...Object.entries(named).flatMap(([key, column]) => {
      if (column === undefined) return [];
      const note = isKey(key)
        ? different(proposal, column)
        : comment(proposal, column, fromZero.includes(column) ? 1 : 0);
      return [`  ${key}: ${write(column)}${note}`];
    }),
    ...rewardLines(study, write),
    ...when(
      listLength !== undefined,
      `  listLength: ${write(listLength)}${listLength === likelyLength(proposal) ? "  # guessed: correct it if lists have another length" : ""}`,
    ),
    "  exposure:",
    `    curve: ${write({ fit: fitAuto })}  # how far people look: the model that predicts this log best; \`hindcast fit\` compares them`,
  ];
}

/** Files as they are, or a query of them where it must change something. */
function sourceOf(paths: readonly string[], changes: ChangesInFiles = {}): unknown {
  const { fromZero = [], casts = [], parts = [], only, lists, events } = changes;
  const isChanged =
    fromZero.length + casts.length + parts.length > 0 ||
    [only, lists, events].some((change) => change !== undefined);
  if (isChanged) return { sql: queryOfFiles(paths, changes) };
  return paths.length === 1 ? paths[0] : paths;
}

function noteOf({ lists, events, fromZero = [] }: ChangesInFiles): string {
  const words = [
    ...when(events !== undefined, "a row for each item, of all events there"),
    ...when(lists !== undefined, "a row for each entry of a list"),
    ...when(fromZero.length > 0, "the ranks it names count from 0 in the files, from 1 here"),
  ];
  return words.length === 0 ? "" : `  # ${words.join("; ")}`;
}

/** Rewards of tables of their own: a row of the log without one has none. */
function joinLines(
  { proposal: { events, roles }, path }: InitStudy,
  write: WriteValue,
): readonly string[] {
  const joins = events.map(({ files, changes, keys, rewards, isRepeated }) => {
    const paths = files.map(path);
    const by = Object.values(keys);
    const isCalledAlike = Object.entries(keys).every(([role, name]) => roles.log[role] === name);
    const on = isCalledAlike ? by : keys;
    if (isRepeated) {
      const sql = queryOfRewards(paths, by, rewards, changes);
      return { sql, on, columns: Object.keys(rewards) };
    }
    const named = Object.entries(rewards).map(([name, from]) => [
      name,
      from === 1 ? name : from.column,
    ]);
    return { files: paths, on, columns: Object.fromEntries(named) };
  });
  return when(joins.length > 0, "  join:", ...joins.map((join) => `    - ${write(join)}`));
}

/** Where rows have no value, most logs mean that nothing was earned there. */
function rewardLines(study: InitStudy, write: WriteValue): readonly string[] {
  const { proposal, answers } = study;
  const names = answers.rewards;
  const joined = proposal.events.flatMap(({ rewards }) => Object.keys(rewards));
  if (names.length + joined.length === 0) return ["  rewards: {}"];
  const orZero = (column: string): string => write({ column, missing: 0 });
  return [
    "  rewards:",
    ...names.map((name) =>
      isZeroIfEmpty(proposal, name)
        ? `    ${write(name)}: ${orZero(name)}${comment(proposal, name)}; empty is taken as 0: without missing, such rows are refused`
        : `    ${write(name)}: ${write(name)}${comment(proposal, name)}`,
    ),
    ...joined.map((name) => `    ${write(name)}: ${orZero(name)}  # rows without one count as 0`),
    ...unusedColumns(study)
      .filter((name) => mayBeReward(study.proposal, name))
      .map((name) => `    # ${write(name)}: ${marksIn(study.proposal, name)}: a reward?`),
  ];
}

/** "0 or 1, 2.1 % empty" */
function marksIn(logProposal: LogProposal, name: string): string {
  const column = columnOf(logProposal, name);
  const empty = emptyRows(logProposal, name) / logProposal.profile.rows;
  const values = column !== undefined && isFlag(column) ? "0 or 1" : "1";
  return [values, ...when(empty > 0, `${(100 * empty).toPrecision(2)} % empty`)].join(", ");
}

function policyLines(
  { proposal, answers: { origin }, path }: InitStudy,
  write: WriteValue,
): readonly string[] {
  const { roles, scores } = proposal;
  const declared = Object.entries(roles.policies).map(
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
  const lines = [...declared, ...listed];
  if (lines.length === 0) return ["policies: {}"];
  const note =
    listed.length > 0
      ? "  # Scores are ranked among all candidates of a list; an item without a score or rank is not shown."
      : "  # The rank in the full candidate list, from 1; NULL if the item is not shown.";
  return ["policies:", note, ...lines];
}

const isKey = (role: string): boolean => ["trajectory", "item", "user"].includes(role);

function different(logProposal: LogProposal, name: string): string {
  const column = columnOf(logProposal, name);
  if (column === undefined || column.distinct === null) return "";
  return said([`${showCount(column.distinct)} different`, ...emptyWords(logProposal, name)]);
}

/** What the column holds, with what is added to it, after the line that names it. */
function comment(logProposal: LogProposal, name: string, shift = 0): string {
  const column = columnOf(logProposal, name);
  if (column === undefined) return "";
  const { range, distinct, values, mean } = column;
  const share = ((mean ?? 0) * values) / logProposal.profile.rows;
  const notes = isFlag(column)
    ? when(mean !== null, `${(100 * share).toPrecision(3)} % of rows`)
    : range === null
      ? when(distinct !== null, `${showCount(distinct ?? 0)} different`)
      : [rangeWords(range, shift)];
  return said([...notes, ...emptyWords(logProposal, name)]);
}

const said = (words: readonly string[]): string =>
  words.length === 0 ? "" : `  # ${words.join(", ")}`;

function emptyWords(logProposal: LogProposal, name: string): readonly string[] {
  const empty = emptyRows(logProposal, name);
  return when(empty > 0, `${showCount(empty)} empty`);
}

/** Moments with a zone are printed in UTC, whose days a study takes. */
function rangeWords([low, high]: readonly unknown[], shift: number): string {
  const ends = [low, high].map((end) => (typeof end === "number" ? end + shift : end));
  const zone = String(low).endsWith("+00") ? "; a day is one of UTC" : "";
  return `${ends.join(" to ")}${zone}`;
}

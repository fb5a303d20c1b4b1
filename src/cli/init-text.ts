import { basename } from "node:path";
import { stringify } from "yaml";
import type { LogProposal } from "../evaluate/index.js";
import type { ListShape } from "../evaluate/propose/list-shape.js";
import { isConstant } from "../evaluate/survey/profile-log.js";
import { fitAuto } from "../study/fit-request.js";
import { type InitAnswers, likelyLength, likelyRows } from "./init-answers.js";
import { fromZero, literal, rowsOfModel } from "./init-sql.js";

/** What a study is written from: the files as the study names them, what was found and what was answered. */
export interface InitStudy {
  readonly found: LogProposal;
  readonly answers: InitAnswers;
  /** A path as the study names it. */
  readonly path: (file: string) => string;
}

/** A study with a comment where a line rests on a guess. */
export function initText(study: InitStudy): string {
  const { found } = study;
  const open = openQuestions(study);
  return [
    "# yaml-language-server: $schema=node_modules/hindcast/schema/study.json",
    `# Proposed by \`hindcast init\` from ${grouped(found.profile.rows)} rows: look at every line.`,
    ...open.map((each) => `# TO DO: ${each}`),
    ...logLines(study),
    ...policyLines(study),
    "",
  ].join("\n");
}

/** What a study still lacks, or must not be trusted without. */
export function openQuestions(study: InitStudy): readonly string[] {
  const { found, answers } = study;
  const { roles, scores } = found;
  const missing = roles.missing.filter(
    (each) => !(each.startsWith("trajectory ") && answers.trajectory !== undefined),
  );
  const isOffered = answers.rows === "offered";
  const looksOffered = likelyRows(found) === "offered" && !isOffered;
  const hasPolicies = Object.keys(roles.policies).length + scores.length > 0;
  return [
    ...(looksLikeScores(found) && answers.rewards.length === 0 ? [logIsMissing(found)] : []),
    ...missing.map((each) => `Name log.${each}.`),
    ...(roles.log.user === undefined && roles.log.trajectory !== undefined
      ? [
          "Name log.user if the log has a column of it: without it errors take trajectories as independent, and they are too small where a user has several.",
        ]
      : []),
    ...wholeLists(study),
    ...(answers.rewards.length === 0 ? [nameReward(found)] : []),
    ...answers.rewards.filter((name) => isAlways(found, name)).map(onlyRewarded),
    ...(hasPolicies
      ? []
      : [
          "Name policies: { candidate: { rank: column } }, the rank in the full candidate list, or { score: column, candidates: { source: scores.parquet } }.",
        ]),
    ...(isOffered && roles.log.viewed === undefined
      ? [
          "Name log.viewed, the column that is 1 where the item was viewed: every list goes down to the same rank, so that rows seem to be offered. Without it no curve can be fitted: give one that was learnt elsewhere in the place of fit, such as { file: fit.json } or { table: [1, 0.8, 0.6] }.",
        ]
      : []),
    ...(looksOffered
      ? [
          `Every list goes down to rank ${found.lists?.ranks?.[1]}: make sure that a row is an item that was viewed, not one that was offered (rows: offered).`,
        ]
      : []),
    ...scores
      .filter(({ lists }) => lists.rows[0] < lists.rows[1] && mean(lists) <= mean(found.lists))
      .map(
        ({ files, lists }) =>
          `${files.map((file) => basename(file)).join(", ")} has ${mean(lists) < mean(found.lists) ? "fewer" : "no more"} rows for a list than the log: make sure that all candidates are in it, not the viewed items alone. An item without a score counts as not shown.`,
      ),
  ];
}

const mean = (lists: ListShape | null): number => (lists === null ? 0 : lists.total / lists.lists);

const nameReward = ({ unused, profile }: LogProposal): string =>
  profile.columns.some(({ name, type }) => unused.includes(name) && type === "text")
    ? 'Name at least one reward: { click: column }. Numbers that are stored as text ("3,20", "$3.20") are converted by log.source: { sql: "select …" }.'
    : "Name at least one reward: { click: column }.";

/** Where a row holds a whole list: how it becomes a row for each item. */
function wholeLists({ found, path }: InitStudy): readonly string[] {
  const { profile, unused, roles, files } = found;
  const nested = profile.columns
    .filter(({ name, type }) => type === "other" && unused.includes(name))
    .map(({ name }) => name.replaceAll('"', '""'));
  if (roles.log.rank !== undefined || nested.length === 0) return [];
  const columns = nested
    .map((name) => `unnest("${name}") as "${name.replace(/s$/i, "")}"`)
    .join(", ");
  const lists = nested.map((name) => `"${name}"`).join(", ");
  const source = literal(path(files[0] ?? ""));
  const rank = `generate_subscripts("${nested[0]}", 1) as "rank"`;
  return [
    `A row seems to hold a whole list, and a study needs a row for each item. In DuckDB, copy (select * exclude (${lists}), ${columns}, ${rank} from ${source}) to 'rows.parquet' writes such a file, where the order of a list is that of its ranks, from 1 (leave out columns that are records, not lists); then run init on it.`,
  ];
}

/** A reward that every row has, and of one size. */
const isAlways = ({ profile }: LogProposal, name: string): boolean =>
  profile.columns.some((each) => each.name === name && isConstant(each));

const onlyRewarded = (name: string): string =>
  `Every row has ${name}: make sure that rows without it are in the log, too. A log of clicks alone does not say what was viewed, and supports no answer.`;

/** Columns that the study leaves out, each with why it may have been overlooked; empty where there is none. */
export function leftOut({ found, answers }: InitStudy): string {
  const names = found.unused.filter((name) => !answers.rewards.includes(name));
  return names.map((name) => `${name}${whyLeftOut(found, name)}`).join(", ");
}

function whyLeftOut({ profile: { columns, rows } }: LogProposal, name: string): string {
  const column = columns.find((each) => each.name === name);
  if (column === undefined || rows < 10) return "";
  if (column.values === 0) return " (empty)";
  if (column.distinct === rows) return " (another value in each row)";
  if (column.type === "other") return " (lists or records)";
  return column.type === "text" ? " (text)" : "";
}

/** Rows of lists with a number and neither a rank nor a reward. */
const looksLikeScores = ({ roles, unused, profile }: LogProposal): boolean =>
  roles.log.rank === undefined &&
  roles.log.trajectory !== undefined &&
  roles.log.item !== undefined &&
  profile.columns.some(({ name, type }) => unused.includes(name) && type === "double");

const logIsMissing = ({ files }: LogProposal): string =>
  `${files.map((file) => basename(file)).join(", ")} reads as a table of scores, without ranks and rewards: name the log, too: hindcast init <log> ${files.map((file) => basename(file)).join(" ")}.`;

/** What init changed in what the files hold, in words; empty where nothing. */
export function changesMade({ found, answers }: InitStudy): readonly string[] {
  const ranks = ranksFromZero(found, answers);
  const empty = answers.rewards.filter((name) => hasEmpty(found, name));
  return [
    ...(ranks.length === 0
      ? []
      : [`ranks in the files count from 0: the study adds 1 to ${ranks.join(", ")}`]),
    ...(empty.length === 0 ? [] : [`an empty ${empty.join(", ")} is taken as 0`]),
  ];
}

function logLines({ found, answers, path }: InitStudy): readonly string[] {
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
  const paths = files.map(path);
  const source =
    shifted.length === 0
      ? `  source: ${write(paths.length === 1 ? paths[0] : paths)}`
      : `  source: ${write({ sql: fromZero(shifted, paths) }, true)}  # the ranks it names count from 0 in the files, from 1 here`;
  const isOffered = answers.rows === "offered";
  return [
    "log:",
    source,
    isOffered
      ? "  rows: offered  # a row is an item that was offered, viewed or not"
      : "  # One row is one item that was viewed; of a log of all offered rows say rows: offered.",
    ...(isOffered && viewed !== undefined ? [`  viewed: ${write(viewed)}`] : []),
    ...Object.entries(named).map(
      ([key, column]) =>
        `  ${key}: ${write(column)}${isKey(key) ? different(found, column) : comment(found, column, shifted.includes(column) ? 1 : 0)}`,
    ),
    answers.rewards.length === 0 ? "  rewards: {}" : "  rewards:",
    ...answers.rewards.map((column) => rewardLine(found, column)),
    ...(listLength === undefined
      ? []
      : [
          `  listLength: ${write(listLength)}${listLength === likelyLength(found) ? "  # guessed: correct it if lists have another length" : ""}`,
        ]),
    "  exposure:",
    `    curve: ${write({ fit: fitAuto }, true)}  # how far people look: the model that predicts this log best; \`hindcast fit\` compares them`,
  ];
}

/** Where rows have no value, most logs mean that nothing was earned there. */
function rewardLine(found: LogProposal, name: string): string {
  const of = hasEmpty(found, name) ? write({ column: name, missing: 0 }, true) : write(name);
  const guess = hasEmpty(found, name)
    ? "; empty is taken as 0: without missing, such rows are refused"
    : "";
  return `    ${write(name)}: ${of}${comment(found, name)}${guess}`;
}

const hasEmpty = ({ profile: { columns, rows } }: LogProposal, name: string): boolean =>
  columns.some((each) => each.name === name && each.values < rows);

function policyLines({ found, path }: InitStudy): readonly string[] {
  const { roles, scores } = found;
  const own = Object.entries(roles.policies).map(
    ([name, of]) => `  ${write(name)}: ${write(of, true)}`,
  );
  const listed = scores.flatMap(({ files, keys, policies, model }) => {
    const sources = files.map(path);
    const named = Object.entries(keys).filter(([role, column]) => roles.log[role] !== column);
    const candidates = {
      source:
        model !== undefined
          ? { sql: rowsOfModel(model, sources) }
          : sources.length === 1
            ? sources[0]
            : sources,
      ...Object.fromEntries(named),
    };
    return Object.entries(policies).map(
      ([name, of]) => `  ${write(name)}: ${write({ ...of, candidates }, true)}`,
    );
  });
  const lines = [...own, ...listed];
  if (lines.length === 0) return ["policies: {}"];
  const note =
    listed.length > 0
      ? "  # A score is ranked among all candidates of a list; an item without one is not shown."
      : "  # The rank in the full candidate list, from 1; NULL if the item is not shown.";
  return ["policies:", note, ...lines];
}

/** The log's rank as answered, and the ranks of policies whose own lowest one is 0. */
function ranksFromZero(
  { roles, profile }: LogProposal,
  { firstRank }: InitAnswers,
): readonly string[] {
  const startsAtZero = (name: string | undefined): boolean =>
    profile.columns.find((each) => each.name === name)?.range?.[0] === 0;
  const policies = Object.values(roles.policies).map(({ rank }) => rank);
  return [firstRank === 0 ? roles.log.rank : undefined, ...policies.filter(startsAtZero)].filter(
    (name) => name !== undefined,
  );
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
  const said = [
    ...(isFlag && mean !== null ? [`${(100 * mean).toPrecision(3)} % of rows`] : []),
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

const write = (value: unknown, isFlow = false): string =>
  stringify(value, {
    collectionStyle: isFlow || Array.isArray(value) ? "flow" : "any",
    lineWidth: 0,
  }).trim();

const grouped = (n: number): string => n.toLocaleString("en-US");

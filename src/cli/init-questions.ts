import { lostWithoutDays } from "../checks/lost-without-days.js";
import type { ListShape } from "../evaluate/propose/list-shape.js";
import type { LogProposal } from "../evaluate/propose/propose-log.js";
import type { RewardTable } from "../evaluate/propose/rewards-in.js";
import type { EarnedBy, EventsInFiles, ListsInFiles } from "../evaluate/propose/rows-in-query.js";
import type { ScoreTable } from "../evaluate/propose/scores-in.js";
import { isConstant } from "../evaluate/survey/profile-log.js";
import { showCount } from "../numeric/show-number.js";
import { likelyRows } from "./init-answers.js";
import {
  columnOf,
  emptyRows,
  hasZeros,
  type InitStudy,
  isZeroIfEmpty,
  mayBeReward,
  namesOfFiles,
  ranksFromZero,
  unusedColumns,
  when,
} from "./init-study.js";

/** What a study still lacks, or must not be trusted without. */
export function openQuestions({ proposal, answers }: InitStudy): readonly string[] {
  const { roles, scores, events, files, unused, lists } = proposal;
  const { log } = roles;
  const joined = [...scores, ...events];
  const hasNoReward = answers.rewards.length + events.length === 0;
  const isOffered = answers.rows === "offered";
  const isAnswered = (missing: string): boolean =>
    missing.startsWith("trajectory ") && answers.trajectory !== undefined;
  return [
    ...when(
      looksLikeScores(proposal) && hasNoReward,
      `${namesOfFiles(files)} reads as a table of scores, without ranks and rewards: name the log, too: hindcast init <log> ${namesOfFiles(files, " ")}.`,
    ),
    ...roles.missing.filter((role) => !isAnswered(role)).map((key) => `Name log.${key}.`),
    ...when(
      joined.length > 0 && log.item === undefined,
      `Name log.item (the column with the item): by it rows of ${namesOfFiles(joined.flatMap((table) => table.files))} are joined to the log's.`,
    ),
    ...when(
      log.user === undefined && log.trajectory !== undefined,
      "Name log.user if the log has a column of it: without it errors take trajectories as independent, and they are too small where a user has several.",
    ),
    ...(proposal.changes.casts ?? []).flatMap(({ name, says, asks }) =>
      when(asks !== undefined, `${name} holds ${says}. ${asks}.`),
    ),
    ...(proposal.dayFault === undefined ? [] : [proposal.dayFault]),
    ...when(
      log.day === undefined && datesOf(proposal).length > 0,
      `Name log.day, the column with the day on which the item was shown: ${datesOf(proposal).join(", ")} are dates. Without it there are no results by day, and these checks are lost: ${lostWithoutDays}.`,
    ),
    ...proposal.renamed.map((change) => `${change}.`),
    ...when(
      hasNoReward,
      `Name at least one reward: { click: column }.${unused.some((name) => columnOf(proposal, name)?.type === "text") ? textsAsNumbers : ""}`,
    ),
    ...answers.rewards.filter((name) => isAlways(proposal, name)).map(onlyRewarded),
    ...answers.rewards.flatMap((name) =>
      when(emptyRows(proposal, name) > 0 && hasZeros(proposal, name), emptyOrZero(proposal, name)),
    ),
    ...events.flatMap(viewsElsewhere),
    ...when(Object.keys(roles.policies).length + scores.length === 0, namePolicies(proposal)),
    ...when(
      isOffered && log.viewed === undefined,
      "Name log.viewed, the column that is 1 where the item was viewed: every list goes down to the same rank, so that rows seem to be offered. Without it no curve can be fitted: give one that was fitted elsewhere instead of fit, such as { file: fit.json } or { table: [1, 0.8, 0.6] }.",
    ),
    ...when(
      !isOffered && likelyRows(proposal) === "offered",
      `Every list goes down to rank ${lists?.ranks?.[1]}: make sure that a row is an item that was viewed, not one that was offered (rows: offered).`,
    ),
    ...new Set(scores.flatMap((table) => fewCandidates(table, lists))),
  ];
}

const textsAsNumbers =
  ' Numbers that are stored as text ("3,20", "$3.20") are converted by log.source: { sql: "select …" }.';

function fewCandidates({ files, lists }: ScoreTable, log: ListShape | null): readonly string[] {
  const mean = (of: ListShape | null): number => (of === null ? 0 : of.total / of.lists);
  return when(
    lists.rows[0] < lists.rows[1] && mean(lists) <= mean(log),
    `${namesOfFiles(files)} has ${mean(lists) < mean(log) ? "fewer" : "no more"} rows for a list than the log: make sure that all candidates are in it, not the viewed items alone. An item without a score counts as not shown.`,
  );
}

/** Rows of a log next to a table of views are of what was offered. */
const viewsElsewhere = ({ files, views }: RewardTable): readonly string[] =>
  when(
    views !== undefined,
    `${namesOfFiles(files)} says which items were viewed (${views?.views.join(", ")} in ${views?.kind}): if the log has the others, too, say rows: offered, and name log.viewed, a column that is 1 where an item was viewed and 0 where it was not.`,
  );

/** Where no policy was found: what one needs, and the column of the log that reads as a score. */
function namePolicies({ unused }: LogProposal): string {
  const sentence =
    "Name policies: { candidate: { rank: column } }, the rank in the full candidate list, or { score: column, candidates: { source: scores.parquet } }.";
  const scores = unused.filter((name) =>
    /(?:^|[^a-z])(?:score|pred|prediction|logit)s?(?:[^a-z]|$)/i.test(name),
  );
  if (scores.length === 0) return sentence;
  return `${sentence} ${scores.join(", ")} seems to hold scores, but of the log's rows alone: a rank is among all candidates of a list, so give a table with the score of each of them: hindcast init <log> <scores>.`;
}

/** A reward that every row has, and of one size. */
function isAlways(logProposal: LogProposal, name: string): boolean {
  const column = columnOf(logProposal, name);
  return column !== undefined && isConstant(column) && column.values === logProposal.profile.rows;
}

const emptyOrZero = (logProposal: LogProposal, name: string): string =>
  `${name} is empty in ${showCount(emptyRows(logProposal, name))} rows, and 0 in others. If empty means 0, write { column: ${name}, missing: 0 }; if it means not known, set log.invalid: excludeTrajectories, which leaves these lists out.`;

const onlyRewarded = (name: string): string =>
  `Every row has ${name}: make sure that rows without it are in the log, too. A log of clicks alone does not say what was viewed, and supports no answer.`;

/** Columns that the study leaves out, each with why it may have been overlooked; empty where there is none. */
export const leftOut = (study: InitStudy): string =>
  unusedColumns(study)
    .map((name) => `${name}${whyLeftOut(study.proposal, name)}`)
    .join(", ");

function whyLeftOut(logProposal: LogProposal, name: string): string {
  const { rows } = logProposal.profile;
  const column = columnOf(logProposal, name);
  if (column === undefined || rows < 10) return "";
  if (column.values === 0) return " (empty)";
  if (column.distinct === rows) return " (another value in each row)";
  if (logProposal.wholes.includes(name)) return " (of the whole list)";
  if (column.type === "other") return " (lists or records)";
  if (mayBeReward(logProposal, name)) return " (a reward?)";
  return column.type === "text" ? " (text)" : "";
}

/** Rows of lists with a number and neither a rank nor a reward. */
function looksLikeScores(logProposal: LogProposal): boolean {
  const { rank, trajectory, item } = logProposal.roles.log;
  const hasNumber = logProposal.unused.some(
    (name) => columnOf(logProposal, name)?.type === "double",
  );
  return rank === undefined && trajectory !== undefined && item !== undefined && hasNumber;
}

/** Columns of which any may be the day. */
const datesOf = (proposal: LogProposal): readonly string[] =>
  proposal.unused.filter((name) =>
    ["date", "timestamp"].includes(columnOf(proposal, name)?.type ?? ""),
  );

/** What init changed in what the files hold, in words; empty where nothing. */
export function changesMade({ proposal, answers }: InitStudy): readonly string[] {
  const { casts = [], lists, events } = proposal.changes;
  const listed = proposal.scores.flatMap((score) => score.fromZero);
  const fromZero = [...new Set([...ranksFromZero(proposal, answers), ...listed])];
  const empty = answers.rewards.filter((name) => isZeroIfEmpty(proposal, name));
  return [
    ...casts.map(({ name, says }) => `${name} holds ${says}: the study casts it`),
    ...when(
      proposal.roles.log.day === undefined && datesOf(proposal).length === 0,
      `no column reads as a day: without log.day there are no results by day, and these checks are lost: ${lostWithoutDays}`,
    ),
    ...(lists === undefined ? [] : ofLists(lists)),
    ...(events === undefined ? [] : [ofEvents(events)]),
    ...proposal.wholes.map(
      (name) =>
        `${name} is of a whole list and is left out: in each of its rows it would be counted once a row. A reward is what one item earned`,
    ),
    ...when(
      fromZero.length > 0,
      `ranks in the files count from 0: the study adds 1 to ${fromZero.join(", ")}`,
    ),
    ...when(empty.length > 0, `an empty ${empty.join(", ")} is taken as 0`),
    ...proposal.events.map(
      ({ files, rewards }) =>
        `${namesOfFiles(files)} holds rewards: the study joins ${Object.keys(rewards).join(", ")}, and counts rows without one as 0`,
    ),
  ];
}

const placesOf: Readonly<Record<EarnedBy["by"], string>> = {
  list: "an item that stands in",
  item: "the item that stands in",
  placeFrom0: "the item at the place (from 0) in",
  placeFrom1: "the item at the place in",
};

const ofLists = ({ entries, hasRanks, empty, earned }: ListsInFiles): readonly string[] => [
  `a row of the files holds a whole list: the study takes a row for each entry of ${entries.map(({ list }) => list).join(", ")}${hasRanks ? "" : ", and its place in the list for the rank"}`,
  ...when(empty > 0, `${empty} rows of the files hold no item, and are no list of the study`),
  ...earned.map(
    ({ reward, column, by }) => `${reward} is 1 in the row of ${placesOf[by]} ${column}`,
  ),
];

function ofEvents({ kind, keys, rewards, others, views }: EventsInFiles): string {
  const left = others.length === 0 ? "" : `; rows of ${others.join(", ")} are left out`;
  return `a row of the files is an event: the study takes a row for each ${keys.join(" and ")} with ${[...views, ...Object.values(rewards)].join(", ")} in ${kind}, and ${Object.keys(rewards).join(", ")} 1 where that happened${left}`;
}

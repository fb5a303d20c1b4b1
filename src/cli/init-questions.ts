import { basename } from "node:path";
import { lostWithoutDays } from "../dangers/lost-without-days.js";
import type { LogProposal } from "../evaluate/index.js";
import type { EventsInFiles } from "../evaluate/propose/events-in-query.js";
import type { ListShape } from "../evaluate/propose/list-shape.js";
import type { ListsInFiles } from "../evaluate/propose/lists-in-query.js";
import type { RewardTable } from "../evaluate/propose/rewards-in.js";
import { isConstant } from "../evaluate/survey/profile-log.js";
import { likelyRows } from "./init-answers.js";
import { type InitStudy, ranksFromZero } from "./init-study.js";

/** What a study still lacks, or must not be trusted without. */
export function openQuestions(study: InitStudy): readonly string[] {
  const { found, answers } = study;
  const { roles, scores, events } = found;
  const missing = roles.missing.filter(
    (each) => !(each.startsWith("trajectory ") && answers.trajectory !== undefined),
  );
  const hasNoReward = answers.rewards.length + events.length === 0;
  const isOffered = answers.rows === "offered";
  const looksOffered = likelyRows(found) === "offered" && !isOffered;
  const hasPolicies = Object.keys(roles.policies).length + scores.length > 0;
  return [
    ...(looksLikeScores(found) && hasNoReward ? [logIsMissing(found)] : []),
    ...missing.map((each) => `Name log.${each}.`),
    ...(scores.length + events.length > 0 && roles.log.item === undefined
      ? [
          `Name log.item (the column with the item): by it rows of ${namesOf([...scores, ...events])} are joined to the log's.`,
        ]
      : []),
    ...(roles.log.user === undefined && roles.log.trajectory !== undefined
      ? [
          "Name log.user if the log has a column of it: without it errors take trajectories as independent, and they are too small where a user has several.",
        ]
      : []),
    ...found.casts.flatMap(({ name, says, asks }) =>
      asks === undefined ? [] : [`${name} holds ${says}. ${asks}.`],
    ),
    ...(found.dayFault === undefined ? [] : [found.dayFault]),
    ...found.renamed.map((each) => `${each}.`),
    ...(hasNoReward ? [nameReward(found)] : []),
    ...answers.rewards.filter((name) => isAlways(found, name)).map(onlyRewarded),
    ...answers.rewards
      .filter((name) => emptyRows(found, name) > 0 && hasZeros(found, name))
      .map((name) => emptyOrZero(found, name)),
    ...events.flatMap(viewsElsewhere),
    ...(hasPolicies ? [] : [namePolicies(found)]),
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
    ...new Set(
      scores
        .filter(({ lists }) => lists.rows[0] < lists.rows[1] && mean(lists) <= mean(found.lists))
        .map(
          ({ files, lists }) =>
            `${files.map((file) => basename(file)).join(", ")} has ${mean(lists) < mean(found.lists) ? "fewer" : "no more"} rows for a list than the log: make sure that all candidates are in it, not the viewed items alone. An item without a score counts as not shown.`,
        ),
    ),
  ];
}

const mean = (lists: ListShape | null): number => (lists === null ? 0 : lists.total / lists.lists);

/** Rows of a log next to a table of views are of what was offered. */
const viewsElsewhere = ({ files, views }: RewardTable): readonly string[] =>
  views === undefined
    ? []
    : [
        `${files.map((file) => basename(file)).join(", ")} says which items were viewed (${views.views.join(", ")} in ${views.kind}): if the log has the others, too, say rows: offered, and name log.viewed, a column that is 1 where an item was viewed and 0 where it was not.`,
      ];

const nameReward = ({ unused, profile }: LogProposal): string =>
  profile.columns.some(({ name, type }) => unused.includes(name) && type === "text")
    ? 'Name at least one reward: { click: column }. Numbers that are stored as text ("3,20", "$3.20") are converted by log.source: { sql: "select …" }.'
    : "Name at least one reward: { click: column }.";

/** Where no policy was found: what one needs, and the column of the log that reads as a score. */
function namePolicies({ unused }: LogProposal): string {
  const asked =
    "Name policies: { candidate: { rank: column } }, the rank in the full candidate list, or { score: column, candidates: { source: scores.parquet } }.";
  const scores = unused.filter((name) =>
    /(?:^|[^a-z])(?:score|pred|prediction|logit)s?(?:[^a-z]|$)/i.test(name),
  );
  if (scores.length === 0) return asked;
  return `${asked} ${scores.join(", ")} seems to hold scores, but of the log's rows alone: a rank is among all candidates of a list, so give a table with the score of each of them: hindcast init <log> <scores>.`;
}

const namesOf = (tables: readonly { readonly files: readonly string[] }[]): string =>
  tables.flatMap(({ files }) => files.map((file) => basename(file))).join(", ");

/** A reward that every row has, and of one size. */
const isAlways = ({ profile }: LogProposal, name: string): boolean =>
  profile.columns.some(
    (each) => each.name === name && isConstant(each) && each.values === profile.rows,
  );

/** Whether empty rows of a reward count as 0: of one that others have as 0 or 1 they may be not known. */
export const isZeroIfEmpty = (found: LogProposal, name: string): boolean =>
  emptyRows(found, name) > 0 && !hasZeros(found, name);

const emptyRows = ({ profile: { columns, rows } }: LogProposal, name: string): number =>
  rows - (columns.find((each) => each.name === name)?.values ?? rows);

const hasZeros = ({ profile: { columns } }: LogProposal, name: string): boolean =>
  columns.some(
    ({ name: own, type, range, distinct }) =>
      own === name &&
      distinct === 2 &&
      (type === "boolean" || (range?.[0] === 0 && range[1] === 1)),
  );

function emptyOrZero(found: LogProposal, name: string): string {
  const rows = emptyRows(found, name).toLocaleString("en-US");
  return `${name} is empty in ${rows} rows, and 0 in others. If empty means 0, write { column: ${name}, missing: 0 }; if it means not known, set log.invalid: excludeTrajectories, which leaves these lists out.`;
}

const onlyRewarded = (name: string): string =>
  `Every row has ${name}: make sure that rows without it are in the log, too. A log of clicks alone does not say what was viewed, and supports no answer.`;

/** Columns that the study leaves out, each with why it may have been overlooked; empty where there is none. */
export function leftOut({ found, answers }: InitStudy): string {
  const names = found.unused.filter((name) => !answers.rewards.includes(name));
  return names.map((name) => `${name}${whyLeftOut(found, name)}`).join(", ");
}

function whyLeftOut(found: LogProposal, name: string): string {
  const { columns, rows } = found.profile;
  const column = columns.find((each) => each.name === name);
  if (column === undefined || rows < 10) return "";
  if (column.values === 0) return " (empty)";
  if (column.distinct === rows) return " (another value in each row)";
  if (found.wholes.includes(name)) return " (of the whole list)";
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

const listsOf = ({ entries }: ListsInFiles): readonly string[] => entries.map(({ list }) => list);

function ofEvents({ kind, keys, rewards, others, views }: EventsInFiles): string {
  const left = others.length === 0 ? "" : `; rows of ${others.join(", ")} are left out`;
  return `a row of the files is an event: the study takes a row for each ${keys.join(" and ")} with ${[...views, ...Object.values(rewards)].join(", ")} in ${kind}, and ${Object.keys(rewards).join(", ")} 1 where that happened${left}`;
}

const ofWholeList = (name: string): string =>
  `${name} is of a whole list and is left out: in each of its rows it would be counted once a row. A reward is what one item earned`;

/** What init changed in what the files hold, in words; empty where nothing. */
export function changesMade(study: InitStudy): readonly string[] {
  const { found, answers } = study;
  const ranks = ranksFromZero(found, answers);
  const listed = found.scores.flatMap((each) => each.fromZero);
  const fromZero = [...new Set([...ranks, ...listed])];
  const empty = answers.rewards.filter((name) => isZeroIfEmpty(found, name));
  return [
    ...found.casts.map(({ name, says }) => `${name} holds ${says}: the study casts it`),
    ...(found.roles.log.day === undefined
      ? [
          `no column reads as a day: without log.day there are no results by day, and these are not looked for: ${lostWithoutDays}`,
        ]
      : []),
    ...(found.nested === undefined
      ? []
      : [
          `a row of the files holds a whole list: the study takes a row for each entry of ${listsOf(found.nested).join(", ")}${found.nested.hasRanks ? "" : ", and its place in the list for the rank"}`,
          ...(found.nested.empty === 0
            ? []
            : [
                `${found.nested.empty} rows of the files hold no item, and are no list of the study`,
              ]),
          ...found.nested.earned.map(
            ({ reward, column, by }) =>
              `${reward} is 1 in the row of ${{ list: "an item that stands in", item: "the item that stands in", placeFrom0: "the item at the place (from 0) in", placeFrom1: "the item at the place in" }[by]} ${column}`,
          ),
        ]),
    ...(found.pivoted === undefined ? [] : [ofEvents(found.pivoted)]),
    ...found.wholes.map(ofWholeList),
    ...(fromZero.length === 0
      ? []
      : [`ranks in the files count from 0: the study adds 1 to ${fromZero.join(", ")}`]),
    ...(empty.length === 0 ? [] : [`an empty ${empty.join(", ")} is taken as 0`]),
    ...found.events.map(
      ({ files, rewards }) =>
        `${files.map((file) => basename(file)).join(", ")} holds rewards: the study joins ${Object.keys(rewards).join(", ")}, and counts rows without one as 0`,
    ),
  ];
}

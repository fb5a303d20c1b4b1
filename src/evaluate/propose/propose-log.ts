import { reason, StudyError } from "../../errors.js";
import { arrayAdvice, describeSource, type SourceSpec, sourceRef } from "../../log/index.js";
import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import {
  bigint,
  type Connection,
  cast,
  collect,
  column,
  count,
  double,
  equal,
  from,
  group,
  plan,
  type SourceColumn,
  type SourceRef,
  select,
} from "../../sql/index.js";
import { isTallyFile, tallyForLog } from "../../tally/tally-columns.js";
import { type LogProfile, profileRows } from "../survey/profile-log.js";
import { renamedRewards, renamedWords, withEmptyRows } from "../survey/renamed-rewards.js";
import { emptyLog } from "../survey/rules/check-rows.js";
import { castRows } from "./cast-rows.js";
import type { CastColumn } from "./casts-in.js";
import { datedRoles } from "./dated-roles.js";
import type { EventsInFiles } from "./events-in-query.js";
import type { Kinds } from "./find-events.js";
import { itemByKeys } from "./item-by-keys.js";
import { type ListShape, listShape } from "./list-shape.js";
import type { ListsInFiles, Part } from "./lists-in-query.js";
import { type RewardTable, rewardsIn } from "./rewards-in.js";
import { namesIn, rolesByProfile } from "./roles-by-profile.js";
import { ofEntries, rowsOfLists } from "./rows-of-lists.js";
import { rowsOfLog, withKinds } from "./rows-of-log.js";
import { keysOf, type ScoreTable, scoresIn } from "./scores-in.js";

/** What the files of a log hold, and what a study of them may name. */
export interface LogProposal {
  /** The files of the log itself. */
  readonly files: readonly string[];
  readonly profile: LogProfile;
  readonly roles: ProposedRoles;
  /** Columns of text that are read as numbers. */
  readonly casts: readonly CastColumn[];
  /** Why the days of the log cannot be read as they are. */
  readonly dayFault?: string | undefined;
  /** Rewards that end on a day from which another column has values: what is asked of each. */
  readonly renamed: readonly string[];
  /** Columns that no role names. */
  readonly unused: readonly string[];
  /** Null where the log does not say which rows are one list. */
  readonly lists: ListShape | null;
  /** The other files: tables with scores or ranks of candidates. */
  readonly scores: readonly ScoreTable[];
  /** And tables with a row for each reward. */
  readonly events: readonly RewardTable[];
  /** The columns of the files as they are. */
  readonly columns: readonly SourceColumn[];
  /** What is read out of them. */
  readonly parts: readonly Part[] | undefined;
  /** How the rows were made, where a row of the files is an event. */
  readonly pivoted: EventsInFiles | undefined;
  /** How the rows were made, where a row of the files holds a whole list. */
  readonly nested: ListsInFiles | undefined;
  /** Columns of whole lists that would be rewards of rows. */
  readonly wholes: readonly string[];
}

/** Columns of the log section that the caller names, by their keys. */
export type GivenRoles = Readonly<Record<string, string>>;

/**
 * Looks at files: those with the columns of the first with a displayed rank are the log, others are tables of scores.
 * Throws StudyError for a file that is neither, LogError for one without rows.
 */
export async function proposeLog(
  connection: Connection,
  files: readonly string[],
  asked: GivenRoles = {},
): Promise<LogProposal> {
  const groups: FileGroup[] = [];
  for (const each of await byColumns(connection, files)) {
    groups.push(await withKinds(connection, each));
  }
  const asRead = logAmong(groups, asked);
  if (asRead === undefined) throw new StudyError(reason("flag", "Expected the files of a log."));
  const rows = await rowsOfLog(connection, asRead, asked);
  const { pivoted } = rows;
  const { nested, given, ...read } = await rowsOfLists(connection, rows, asked);
  const { casts, log } = await castRows(connection, read);
  const source = sourceRef(log.source);
  const profile = await profileRows(connection, from(source), log.columns);
  if (profile.rows === 0) throw emptyLog(log.source);
  const byName = rolesByProfile(profile, given);
  const key = byName.log.trajectory ?? (await keyOfLists(connection, source, profile, byName));
  const others = groups.filter((each) => each !== asRead);
  const named = key === undefined ? byName : rolesByProfile(profile, { ...given, trajectory: key });
  const item =
    named.log.item ??
    sharedColumn(named, log, others) ??
    (await itemInOthers(connection, { source, profile, roles: named }, others));
  const found =
    item === undefined
      ? named
      : rolesByProfile(profile, { ...given, ...(key && { trajectory: key }), item });
  const roles = nested === undefined ? found : ofEntries(found, nested);
  const wholes = Object.values(found.rewards).filter(
    (column) => !Object.values(roles.rewards).includes(column),
  );
  const { trajectory: list, rank } = roles.log;
  const lists =
    list === undefined ? null : await listShape(connection, from(source), { list, rank });
  const [scores, events]: [ScoreTable[], RewardTable[]] = [[], []];
  for (const each of others) {
    const rewards = await rewardsIn(connection, each, roles.log);
    if (rewards === undefined) scores.push(...(await scoresIn(connection, each, roles.log)));
    else events.push(rewards);
  }
  const { dated, dayFault } = await datedRoles(connection, log, roles);
  const renamed = dayFault === undefined ? await renamedIn(connection, log, profile, dated) : [];
  const taken = namesIn(dated);
  const unused = profile.columns.map(({ name }) => name).filter((name) => !taken.includes(name));
  const { asRead: columns = asRead.columns, parts } = asRead;
  return {
    files: log.files,
    columns,
    profile,
    roles: dated,
    dayFault,
    renamed,
    casts,
    unused,
    lists,
    scores,
    events,
    nested,
    wholes,
    parts,
    pivoted,
  };
}

async function renamedIn(
  connection: Connection,
  { source, columns }: FileGroup,
  profile: LogProfile,
  { log: { day }, rewards }: ProposedRoles,
): Promise<readonly string[]> {
  const empty = withEmptyRows(Object.values(rewards), profile);
  if (day === undefined || empty.length === 0) return [];
  const rows = from(sourceRef(source));
  const found = await renamedRewards(connection, { rows, columns, day }, empty);
  return found.map((each) => renamedWords(each, source, connection, columns));
}

/** More columns are not compared with another table. */
const mostCompared = 8;

/** The log's column whose values the first other table holds as its items. */
async function itemInOthers(
  connection: Connection,
  { source, profile, roles }: { source: SourceRef; profile: LogProfile; roles: ProposedRoles },
  [other]: readonly FileGroup[],
): Promise<string | undefined> {
  const mine = roles.log.trajectory;
  if (other === undefined || mine === undefined) return undefined;
  const { trajectory, item } = keysOf(other.columns, roles.log);
  if (trajectory === undefined || item === undefined) return undefined;
  const taken = namesIn(roles);
  const free = profile.columns
    .filter(({ name, type }) => !taken.includes(name) && (type === "text" || type === "bigint"))
    .map(({ name }) => name);
  const tables = {
    log: source,
    trajectory: mine,
    rows: profile.rows,
    other: sourceRef(other.source),
    otherKeys: { trajectory, item },
  };
  return itemByKeys(connection, tables, free.slice(0, mostCompared));
}

/** The one column, next to those that have a role, that the log shares with every other table: by it their rows are joined. */
function sharedColumn(
  roles: ProposedRoles,
  { columns }: FileGroup,
  others: readonly FileGroup[],
): string | undefined {
  const taken = namesIn(roles);
  const shared = columns.filter(
    ({ name, type }) =>
      (type === "text" || type === "bigint") &&
      !taken.includes(name) &&
      others.every((other) => other.columns.some((each) => each.name === name)),
  );
  return others.length > 0 && shared.length === 1 ? shared[0]?.name : undefined;
}

/** Files with the same columns. */
export interface FileGroup {
  readonly files: readonly string[];
  readonly source: SourceSpec;
  readonly columns: readonly SourceColumn[];
  /** The columns of the files, where parts of some are read in their place. */
  readonly asRead?: readonly SourceColumn[];
  readonly parts?: readonly Part[];
  /** Where a row is an event. */
  readonly kinds?: Kinds;
}

/** The log among tables: one with ranks, of items rather than of events. */
const logAmong = (groups: readonly FileGroup[], asked: GivenRoles): FileGroup | undefined =>
  [...groups]
    .sort((a, b) => Number(a.kinds !== undefined) - Number(b.kinds !== undefined))
    .sort((a, b) => Number(isRanked(b, asked)) - Number(isRanked(a, asked)))[0];

const isRanked = ({ columns, kinds }: FileGroup, asked: GivenRoles): boolean =>
  kinds === undefined && proposeRoles(columns, asked).log.rank !== undefined;

async function byColumns(
  { engine, options }: Connection,
  files: readonly string[],
): Promise<readonly FileGroup[]> {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const source = { files: [file] as const };
    const columns = await engine.describe(sourceRef(source), options);
    await requireTable({ engine, options }, source, columns);
    const key = JSON.stringify(columns.map(({ name }) => name));
    const all = [...(groups.get(key)?.files ?? []), file];
    groups.set(key, { files: all, source: { files: all }, columns });
  }
  return [...groups.values()];
}

async function requireTable(
  connection: Connection,
  source: { readonly files: readonly [string] },
  columns: readonly SourceColumn[],
): Promise<void> {
  const [file] = source.files;
  if (isTallyFile(columns.map(({ name }) => name))) {
    throw new StudyError(
      reason("tallyFile", tallyForLog(file.split(/[\\/]/).at(-1) ?? file), { file }),
    );
  }
  if (columns.length > 1) return;
  const { rows } = await profileRows(connection, from(sourceRef(source)), columns);
  if (rows === 0) throw emptyLog(source);
  const message = `${describeSource(source)} does not read as a log: its one column is "${columns[0]?.name ?? ""}". Expected a table with a row for each viewed item.${arrayAdvice(source)}`;
  throw new StudyError(reason("noTable", message, { file }));
}

/** A log of fewer lists shows nothing by their number. */
const fewestLists = 10;

/** The one key that has as many values as there are rows of the first rank: each list has one such row. */
async function keyOfLists(
  { engine, options }: Connection,
  source: SourceRef,
  { columns }: LogProfile,
  roles: ProposedRoles,
): Promise<string | undefined> {
  const rank = columns.find(({ name }) => name === roles.log.rank);
  const low = rank?.range?.[0];
  if (rank === undefined || typeof low !== "number") return undefined;
  const first = equal(cast(column(rank.name), "double"), double(low));
  const rows = select(from(source), [["one", bigint(1n)]], { where: first });
  const firsts = plan("rows of the first rank", group(rows, [], [["found", count()]]));
  const lists = (await collect(engine, firsts, options)).number("found");
  const keys = columns.filter(
    ({ name, type, distinct }) =>
      name !== rank.name && (type === "text" || type === "bigint") && distinct === lists,
  );
  return lists >= fewestLists && keys.length === 1 ? keys[0]?.name : undefined;
}

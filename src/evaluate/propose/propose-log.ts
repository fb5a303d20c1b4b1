import { reason, StudyError } from "../../errors.js";
import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import { arrayAdvice, describeSource, sourceRef } from "../../log/sources/index.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import type { Connection } from "../../sql/engine.js";
import { bigint, cast, column, count, double, equal } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { isTallyFile, tallyForLog } from "../../tally/tally-columns.js";
import { type LogProfile, profileRows } from "../survey/profile-log.js";
import { renamedRewards, renamedWords, withEmptyRows } from "../survey/renamed-rewards.js";
import { emptyLog } from "../survey/rules/check-rows.js";
import { itemByKeys } from "./by-key.js";
import { castsIn } from "./casts-in.js";
import { type GivenRoles, isKey, namesIn, namesOf } from "./columns.js";
import { datedRoles } from "./day-in.js";
import { changed, type FileGroup } from "./file-group.js";
import { rowsOfItems, withKinds } from "./find-events.js";
import { ofEntries, rowsOfEntries } from "./find-lists.js";
import { lengthColumn } from "./list-length.js";
import { type ListShape, listShape } from "./list-shape.js";
import type { ChangesInFiles } from "./query-of-files.js";
import { type RewardTable, rewardsIn } from "./rewards-in.js";
import { rolesByProfile } from "./roles-by-profile.js";
import { keysOf, type ScoreTable, scoresIn } from "./scores-in.js";

/** What the files of a log hold, and what a study of them may name. */
export interface LogProposal {
  /** The files of the log itself, and how they are read. */
  readonly files: readonly string[];
  readonly changes: ChangesInFiles;
  readonly profile: LogProfile;
  readonly roles: ProposedRoles;
  /** Why the days of the log cannot be read as they are. */
  readonly dayFault?: string | undefined;
  /** Rewards that end on a day from which another column has values: what is asked of each. */
  readonly renamed: readonly string[];
  readonly unused: readonly string[];
  /** Columns of whole lists that would be rewards of rows. */
  readonly wholes: readonly string[];
  /** Null where the log does not say which rows are one list. */
  readonly lists: ListShape | null;
  /** The column that seems to hold the lengths of lists, where no role has it. */
  readonly lengthColumn?: string | undefined;
  /** The other files: tables with scores or ranks of candidates. */
  readonly scores: readonly ScoreTable[];
  /** And tables with a row for each reward. */
  readonly events: readonly RewardTable[];
}

/**
 * Looks at files: those with the columns of the first with a displayed rank are the log, others are tables of scores.
 * Throws StudyError for a file that is neither, LogError for one without rows.
 */
export async function proposeLog(
  connection: Connection,
  files: readonly string[],
  named: GivenRoles = {},
): Promise<LogProposal> {
  const groups: FileGroup[] = [];
  for (const alike of await byColumns(connection, files)) {
    groups.push(await withKinds(connection, alike));
  }
  const asRead = logAmong(groups, named);
  if (asRead === undefined) throw new StudyError(reason("flag", "Expected the files of a log."));
  const others = groups.filter((other) => other !== asRead);
  const items = await rowsOfItems(connection, asRead, named);
  const { group, roles: further } = await rowsOfEntries(connection, items, named);
  const casts = "files" in group.source ? await castsIn(connection, group) : [];
  const log = casts.length === 0 ? group : await changed(connection, group, { casts });
  const profile = await profileRows(connection, from(sourceRef(log.source)), log.columns);
  if (profile.rows === 0) throw emptyLog(log.source);
  requireColumns(named, namesOf([...asRead.columns, ...log.columns]), log);
  const proposedRoles = await rolesOf(connection, { log, profile, others }, further);
  const { lists: nested } = log.changes;
  const roles = nested === undefined ? proposedRoles : ofEntries(proposedRoles, nested);
  const { dated, dayFault } = await datedRoles(connection, log, roles);
  const names = namesIn(dated);
  return {
    files: log.files,
    changes: log.changes,
    profile,
    roles: dated,
    dayFault,
    renamed: dayFault === undefined ? await renamedIn(connection, log, profile, dated) : [],
    unused: namesOf(profile.columns).filter((name) => !names.includes(name)),
    wholes: Object.values(proposedRoles.rewards).filter(
      (column) => !Object.values(roles.rewards).includes(column),
    ),
    lengthColumn: await lengthColumn(connection, log, profile, dated),
    ...(await tablesOf(connection, log, others, roles)),
  };
}

/** A role that was named is of a column of the log. */
function requireColumns(
  named: GivenRoles,
  columns: readonly string[],
  { source }: FileGroup,
): void {
  for (const [role, column] of Object.entries(named)) {
    if (column === undefined || columns.includes(column)) continue;
    const where = describeSource(source);
    const message = `Expected a column of ${where} as ${role}; "${column}" is none of ${[...new Set(columns)].map((name) => `"${name}"`).join(", ")}.${didYouMean(column, columns)}`;
    throw new StudyError(reason("columnMissing", message, { role, column, source: where }));
  }
}

async function tablesOf(
  connection: Connection,
  { source }: FileGroup,
  others: readonly FileGroup[],
  { log: { trajectory: list, rank, ...log } }: ProposedRoles,
): Promise<Pick<LogProposal, "lists" | "scores" | "events">> {
  const rows = from(sourceRef(source));
  const lists = list === undefined ? null : await listShape(connection, rows, { list, rank });
  const [scores, events]: [ScoreTable[], RewardTable[]] = [[], []];
  for (const other of others) {
    const keys = { ...log, trajectory: list };
    const rewards = await rewardsIn(connection, other, keys);
    if (rewards === undefined) scores.push(...(await scoresIn(connection, other, keys)));
    else events.push(rewards);
  }
  return { lists, scores, events };
}

interface Tables {
  readonly log: FileGroup;
  readonly profile: LogProfile;
  readonly others: readonly FileGroup[];
}

/** The roles of columns, with the trajectory and the item that only values or other tables show. */
async function rolesOf(
  connection: Connection,
  tables: Tables,
  roles: GivenRoles,
): Promise<ProposedRoles> {
  const { profile } = tables;
  const byName = rolesByProfile(profile, roles);
  const trajectory = byName.log.trajectory ?? (await keyOfLists(connection, tables, byName));
  const keyed = rolesByProfile(profile, { ...roles, trajectory });
  const item =
    keyed.log.item ??
    sharedColumn(keyed, tables) ??
    (await itemInOthers(connection, keyed, tables));
  return rolesByProfile(profile, { ...roles, trajectory, item });
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
  const renamed = await renamedRewards(connection, { rows, columns, day }, empty);
  return renamed.map((renamedReward) => renamedWords(renamedReward, source, connection, columns));
}

/** More columns are not compared with another table. */
const mostCompared = 8;

/** The log's column whose values the first other table holds as its items. */
async function itemInOthers(
  connection: Connection,
  roles: ProposedRoles,
  { log, profile, others: [other] }: Tables,
): Promise<string | undefined> {
  const mine = roles.log.trajectory;
  if (other === undefined || mine === undefined) return undefined;
  const { trajectory, item } = keysOf(other.columns, roles.log);
  if (trajectory === undefined || item === undefined) return undefined;
  const names = namesIn(roles);
  const free = profile.columns.filter(({ name, type }) => !names.includes(name) && isKey(type));
  return itemByKeys(
    connection,
    { from: from(sourceRef(log.source)), rows: profile.rows, trajectory: mine },
    { from: from(sourceRef(other.source)), keys: [trajectory, item] },
    namesOf(free).slice(0, mostCompared),
  );
}

/** The one column, next to those that have a role, that the log shares with every other table: by it their rows are joined. */
function sharedColumn(roles: ProposedRoles, { log, others }: Tables): string | undefined {
  const names = namesIn(roles);
  const shared = log.columns.filter(
    ({ name, type }) =>
      isKey(type) &&
      !names.includes(name) &&
      others.every((other) => namesOf(other.columns).includes(name)),
  );
  return others.length > 0 && shared.length === 1 ? shared[0]?.name : undefined;
}

/** The log among tables: one with ranks, of items rather than of events. */
const logAmong = (groups: readonly FileGroup[], roles: GivenRoles): FileGroup | undefined =>
  groups.find((group) => group.kinds === undefined && isRanked(group, roles)) ??
  groups.find(({ kinds }) => kinds === undefined) ??
  groups[0];

const isRanked = ({ columns }: FileGroup, roles: GivenRoles): boolean =>
  proposeRoles(columns, roles).log.rank !== undefined;

async function byColumns(
  connection: Connection,
  files: readonly string[],
): Promise<readonly FileGroup[]> {
  const groups = new Map<string, FileGroup>();
  for (const file of files) {
    const source = { files: [file] as const };
    const columns = await connection.engine.describe(sourceRef(source), connection.options);
    await requireTable(connection, source, columns);
    const key = JSON.stringify(namesOf(columns));
    const all = [...(groups.get(key)?.files ?? []), file];
    groups.set(key, { files: all, changes: { columns }, source: { files: all }, columns });
  }
  return [...groups.values()];
}

async function requireTable(
  connection: Connection,
  source: { readonly files: readonly [string] },
  columns: readonly SourceColumn[],
): Promise<void> {
  const [file] = source.files;
  if (isTallyFile(namesOf(columns))) {
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
  { log, profile: { columns } }: Tables,
  roles: ProposedRoles,
): Promise<string | undefined> {
  const rank = columns.find(({ name }) => name === roles.log.rank);
  const low = rank?.range?.[0];
  if (rank === undefined || typeof low !== "number") return undefined;
  const first = equal(cast(column(rank.name), "double"), double(low));
  const rows = select(from(sourceRef(log.source)), [["one", bigint(1n)]], { where: first });
  const firsts = plan("rows of the first rank", group(rows, [], [["found", count()]]));
  const lists = (await collect(engine, firsts, options)).number("found");
  const keys = columns.filter(
    ({ name, type, distinct }) => name !== rank.name && isKey(type) && distinct === lists,
  );
  return lists >= fewestLists && keys.length === 1 ? keys[0]?.name : undefined;
}

import { reason, StudyError } from "../../errors.js";
import { proposeRoles } from "../../log/propose-study.js";
import { describeSource, sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, equal, text } from "../../sql/expression.js";
import { from, type Relation, select } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { profileRows } from "../survey/profile-log.js";
import { emptyLog } from "../survey/rules/check-rows.js";
import { modelsIn } from "./by-key.js";
import { type GivenRoles, isNumber, namesOf } from "./columns.js";
import type { FileGroup } from "./file-group.js";
import { type ListShape, listShape } from "./list-shape.js";

export interface ScoreTable {
  readonly files: readonly string[];
  /** Its columns with the trajectory and the item. */
  readonly keys: { readonly trajectory: string; readonly item: string };
  /** The policies that its other numbers suggest, by name. */
  readonly policies: Readonly<
    Record<string, { readonly score: string } | { readonly rank: string }>
  >;
  readonly lists: ListShape;
  /** The rows that are meant, where the table has a row for each candidate and model. */
  readonly model?: { readonly column: SourceColumn; readonly value: string };
  /** Its ranks that count from 0. */
  readonly fromZero: readonly string[];
}

/** The tables that files with other columns than the log hold, one for each model. Throws StudyError where they do not fit the log. */
export async function scoresIn(
  connection: Connection,
  { files, source, columns }: FileGroup,
  log: GivenRoles,
): Promise<readonly ScoreTable[]> {
  const { trajectory, item, others } = keysOf(columns, log);
  if (trajectory === undefined && log.trajectory === undefined) throw noKey(describeSource(source));
  const refusal = notScores(describeSource(source), columns);
  if (trajectory === undefined || item === undefined) throw refusal;
  const rows = from(sourceRef(source));
  const models = await modelsIn(connection, rows, columns, [trajectory, item]);
  const isFree = (name: string): boolean => !others.includes(name) && name !== models?.column.name;
  const numbers = namesOf(columns.filter(({ name, type }) => isNumber(type) && isFree(name)));
  const fromZero = await ranksFromZero(connection, rows, columns, numbers);
  const tables: ScoreTable[] = [];
  for (const value of models?.values ?? [undefined]) {
    const model = models && value !== undefined ? { column: models.column, value } : undefined;
    const ofModel = model === undefined ? rows : rowsOf(rows, columns, model);
    const lists = await listShape(connection, ofModel, { list: trajectory });
    if (lists === null) throw emptyLog(source);
    const policies = policiesOf(numbers, value);
    const keys = { trajectory, item };
    tables.push({ files, keys, policies, lists, fromZero, ...(model && { model }) });
  }
  // Columns of a file without rows have no types: numbers are looked for last.
  if (numbers.length === 0) throw refusal;
  return tables;
}

/** The keys of a table that is joined to the log, and all its columns that are no numbers of their own. */
export function keysOf(
  columns: readonly SourceColumn[],
  log: GivenRoles,
): {
  readonly trajectory: string | undefined;
  readonly item: string | undefined;
  readonly others: readonly (string | undefined)[];
} {
  const proposedRoles = proposeRoles(columns);
  const keyOf = (role: string): string | undefined =>
    columns.find(({ name }) => name === log[role])?.name ?? proposedRoles.log[role];
  const [trajectory, item] = [keyOf("trajectory"), keyOf("item")];
  return { trajectory, item, others: [trajectory, item, ...Object.values(proposedRoles.log)] };
}

/** Of columns that are ranks, those whose lowest one is 0. */
async function ranksFromZero(
  connection: Connection,
  rows: Relation,
  columns: readonly SourceColumn[],
  numbers: readonly string[],
): Promise<readonly string[]> {
  const ranks = columns.filter(({ name }) => numbers.includes(name) && "rank" in placeBy(name));
  if (ranks.length === 0) return [];
  const profile = await profileRows(connection, rows, ranks);
  return namesOf(profile.columns.filter(({ range }) => range?.[0] === 0));
}

type Model = NonNullable<ScoreTable["model"]>;

const rowsOf = (rows: Relation, columns: readonly SourceColumn[], model: Model): Relation =>
  select(
    rows,
    columns.map(({ name }) => [name, column(name)]),
    { where: equal(cast(column(model.column.name), "text"), text(model.value)) },
  );

/** The policies that columns of numbers suggest, those of a model by its name. */
function policiesOf(numbers: readonly string[], model: string | undefined): ScoreTable["policies"] {
  const policies: Record<string, Placing> = {};
  const ofModel = (name: string): string =>
    hyphened(model === undefined ? name : `${model}-${name}`);
  for (const number of numbers) {
    const bare = bareName(number);
    const policy = bare === undefined ? hyphened(model ?? "candidate") : ofModel(bare);
    // Of "score" and "pred", both a candidate's, the second keeps its own name.
    policies[Object.hasOwn(policies, policy) ? ofModel(number) : policy] = placeBy(number);
  }
  return policies;
}

type Placing = ScoreTable["policies"][string];

/** A name that needs no quotes on a command line: "b score" is b-score. */
const hyphened = (name: string): string =>
  name.replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^-|-$/g, "");

const placeBy = (column: string): Placing =>
  /^rank(?:-|$)|-rank$/i.test(hyphened(column)) ? { rank: column } : { score: column };

/** "new_score" and "new score" are the score of policy new, "rank_v2" the rank of policy v2; a mere "score" is of none. */
function bareName(column: string): string | undefined {
  const bare = hyphened(column).replace(
    /^(?:rank|score|pred(?:iction)?)-|-(?:rank|score|pred(?:iction)?)$/i,
    "",
  );
  const isOfNone =
    bare === "" || bare === "candidate" || /^(?:rank|score|pred(?:iction)?)$/i.test(bare);
  return isOfNone ? undefined : bare;
}

function noKey(where: string): StudyError {
  const message = `No column of the log reads as a session, a request or a list, by which the rows of ${where} are joined to it. Name the log's column with --trajectory; if there is none, make one in both tables from what tells lists apart, such as the user and the time.`;
  return new StudyError(reason("flag", message, {}));
}

function notScores(where: string, columns: readonly SourceColumn[]): StudyError {
  const names = namesOf(columns).slice(0, 12).join(", ");
  const message = `${where} has other columns than the log and is not a table of scores either: expected a row for each candidate with the trajectory, the item and a number; it has ${names}. Give files of one log, and tables of scores whose keys are called as in the log; --item and --trajectory name the keys.`;
  return new StudyError(reason("flag", message, { columns: columns.length }));
}

import { reason, StudyError } from "../../errors.js";
import { describeSource, sourceRef } from "../../log/index.js";
import { proposeRoles } from "../../log/propose-study.js";
import {
  type Connection,
  cast,
  column,
  equal,
  from,
  type Relation,
  type SourceColumn,
  select,
  text,
} from "../../sql/index.js";
import { emptyLog } from "../survey/rules/check-rows.js";
import { type ListShape, listShape } from "./list-shape.js";
import { type Models, modelsIn } from "./models-in.js";
import type { FileGroup, GivenRoles } from "./propose-log.js";

/** A table with scores or ranks of candidates. */
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
}

/** The tables that files with other columns than the log hold, one for each model. Throws StudyError where they do not fit the log. */
export async function scoresIn(
  connection: Connection,
  { files, source, columns }: FileGroup,
  log: GivenRoles,
): Promise<readonly ScoreTable[]> {
  const own = proposeRoles(columns);
  const keyOf = (role: string): string | undefined =>
    columns.find(({ name }) => name === log[role])?.name ?? own.log[role];
  const [trajectory, item] = [keyOf("trajectory"), keyOf("item")];
  const refusal = notScores(describeSource(source), columns);
  if (trajectory === undefined || item === undefined) throw refusal;
  const rows = from(sourceRef(source));
  const models = await modelsIn(connection, rows, columns, [trajectory, item]);
  const taken = [trajectory, item, ...Object.values(own.log), models?.column.name];
  const numbers = columns
    .filter(({ name, type }) => isNumber(type) && !taken.includes(name))
    .map(({ name }) => name);
  const tables: ScoreTable[] = [];
  for (const model of each(models)) {
    const ofModel = model === undefined ? rows : rowsOf(rows, columns, model);
    const lists = await listShape(connection, ofModel, { list: trajectory });
    if (lists === null) throw emptyLog(source);
    const policies = policiesOf(numbers, model?.value);
    const keys = { trajectory, item };
    tables.push({ files, keys, policies, lists, ...(model && { model }) });
  }
  // Columns of a file without rows have no types: numbers are looked for last.
  if (numbers.length === 0) throw refusal;
  return tables;
}

type Model = NonNullable<ScoreTable["model"]>;

/** One table for each model, or one table. */
const each = (models: Models | undefined): readonly (Model | undefined)[] =>
  models === undefined
    ? [undefined]
    : models.values.map((value) => ({ column: models.column, value }));

const rowsOf = (rows: Relation, columns: readonly SourceColumn[], model: Model): Relation =>
  select(
    rows,
    columns.map(({ name }) => [name, column(name)]),
    { where: equal(cast(column(model.column.name), "text"), text(model.value)) },
  );

/** The policies that columns of numbers suggest, those of a model by its name. */
function policiesOf(numbers: readonly string[], model: string | undefined): ScoreTable["policies"] {
  const policies: Record<string, ReturnType<typeof policyOf>[1]> = {};
  for (const number of numbers) {
    const [own, by] = policyOf(number);
    const policy =
      model === undefined ? own : hyphened(own === "candidate" ? model : `${model}-${own}`);
    // Of "score" and "pred", both a candidate's, the second keeps its own name.
    const name = model === undefined ? hyphened(number) : hyphened(`${model}-${number}`);
    policies[Object.hasOwn(policies, policy) ? name : policy] = by;
  }
  return policies;
}

const isNumber = (type: SourceColumn["type"]): boolean =>
  type === "double" || type === "decimal" || type === "bigint";

/** A name that needs no quotes on a command line: "b score" is b-score. */
const hyphened = (name: string): string =>
  name.replace(/[^\p{L}\p{N}.]+/gu, "-").replace(/^-|-$/g, "");

/** "new_score" and "new score" are the score of policy new, "rank_v2" the rank of policy v2; a mere "score" is of a candidate. */
function policyOf(
  column: string,
): [string, { readonly score: string } | { readonly rank: string }] {
  const words = hyphened(column);
  const isRank = /^rank(?:-|$)|-rank$/i.test(words);
  const bare = words.replace(
    /^(?:rank|score|pred(?:iction)?)-|-(?:rank|score|pred(?:iction)?)$/i,
    "",
  );
  const isBare = /^(?:rank|score|pred(?:iction)?)$/i.test(bare);
  const name = isBare || bare === "" ? "candidate" : bare;
  return [name, isRank ? { rank: column } : { score: column }];
}

function notScores(where: string, columns: readonly SourceColumn[]): StudyError {
  const names = columns
    .map(({ name }) => name)
    .slice(0, 12)
    .join(", ");
  const message = `${where} has other columns than the log and is not a table of scores either: expected a row for each candidate with the trajectory, the item and a number; it has ${names}. Give files of one log, and tables of scores whose keys are called as in the log; --item and --trajectory name the keys.`;
  return new StudyError(reason("flag", message, { columns: columns.length }));
}

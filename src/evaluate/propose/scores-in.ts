import { reason, StudyError } from "../../errors.js";
import { describeSource, sourceRef } from "../../log/index.js";
import { proposeRoles } from "../../log/propose-study.js";
import type { Connection, SourceColumn } from "../../sql/index.js";
import { emptyLog } from "../survey/rules/check-rows.js";
import { type ListShape, listShape } from "./list-shape.js";
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
}

/** The table that files with other columns than the log hold. Throws StudyError where it does not fit the log. */
export async function scoresIn(
  connection: Connection,
  { files, source, columns }: FileGroup,
  log: GivenRoles,
): Promise<ScoreTable> {
  const own = proposeRoles(columns);
  const keyOf = (role: string): string | undefined =>
    columns.find(({ name }) => name === log[role])?.name ?? own.log[role];
  const [trajectory, item] = [keyOf("trajectory"), keyOf("item")];
  const keys = [trajectory, item, ...Object.values(own.log)];
  const numbers = columns.filter(({ name, type }) => isNumber(type) && !keys.includes(name));
  const refusal = notScores(describeSource(source), columns);
  if (trajectory === undefined || item === undefined) throw refusal;
  const lists = await listShape(connection, sourceRef(source), { list: trajectory });
  if (lists === null) throw emptyLog(source);
  // Columns of a file without rows have no types: numbers are looked for last.
  if (numbers.length === 0) throw refusal;
  const policies: Record<string, ReturnType<typeof policyOf>[1]> = {};
  for (const { name } of numbers) {
    const [policy, by] = policyOf(name);
    // Of "score" and "pred", both a candidate's, the second keeps its own name.
    policies[Object.hasOwn(policies, policy) ? hyphened(name) : policy] = by;
  }
  return { files, keys: { trajectory, item }, policies, lists };
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

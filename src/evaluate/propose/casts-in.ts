import { proposeRoles } from "../../log/propose-study.js";
import { fitsCast, isWhole, textCasts } from "../../log/text-casts.js";
import {
  type Connection,
  cast,
  collectWide,
  column,
  count,
  type Expression,
  from,
  group,
  indicator,
  type Named,
  ofOneRow,
  plan,
  type SourceColumn,
  type SourceRef,
  sum,
} from "../../sql/index.js";
import { quotedName } from "./file-in-query.js";

/** A column of texts or doubles that by its name has a role of numbers, or of whole ones. */
export interface CastColumn {
  readonly name: string;
  /** "whole numbers as text" */
  readonly says: string;
  /** Its value in a query. */
  readonly sql: string;
  readonly asks: string | undefined;
}

/** The columns of a log that a study could name if they were numbers: all their texts are of one kind. */
export async function castsIn(
  { engine, options }: Connection,
  source: SourceRef,
  columns: readonly SourceColumn[],
): Promise<readonly CastColumn[]> {
  const texts = columns.filter(
    ({ name, type }) => (type === "text" || type === "double") && isOtherByName(name, type),
  );
  if (texts.length === 0) return [];
  const asked = texts.flatMap(({ name, type }, at): Named[] => [
    [`values_${at}`, cast(count(column(name)), "double")],
    ...waysOf(name, type).map(
      (when, way): Named => [`way_${at}_${way}`, cast(sum(indicator(when)), "double")],
    ),
  ]);
  const wanted = ofOneRow(plan("texts that are numbers", group(from(source), [], asked)));
  const [table] = await collectWide(engine, [wanted], options);
  return texts.flatMap(({ name, type }, at): readonly CastColumn[] => {
    const values = table.number(`values_${at}`);
    const isAll = (way: number): boolean =>
      values > 0 && table.numberOrZero(`way_${at}_${way}`) === values;
    if (type === "double") {
      const sql = engine.dialect.cast(quotedName(name), "bigint");
      return isAll(0) ? [{ name, says: "whole numbers as doubles", sql, asks: undefined }] : [];
    }
    const kind = textCasts.find((_, way) => isAll(way));
    if (kind === undefined) return [];
    const { says, asks } = kind;
    return [{ name, says, asks, sql: kind.read(quotedName(name), engine.dialect) }];
  });
}

const waysOf = (name: string, type: SourceColumn["type"]): readonly Expression[] =>
  type === "double" ? [isWhole(column(name))] : textCasts.map((kind) => fitsCast(name, kind));

/** Whether the name alone is that of a role of whole numbers, which does not take what the column holds. */
function isOtherByName(name: string, type: SourceColumn["type"]): boolean {
  const asHeld = proposeRoles([{ name, type }]);
  const asWhole = proposeRoles([{ name, type: "bigint" }]);
  const named = ({ log, rewards, policies }: typeof asHeld): number =>
    [log, rewards, policies].reduce((n, part) => n + Object.keys(part).length, 0);
  return named(asWhole) > named(asHeld);
}

import { proposeRoles } from "../../log/propose-study.js";
import { sourceRef } from "../../log/sources/index.js";
import { fitsCast, isWhole, textCasts } from "../../log/text-casts.js";
import type { Connection } from "../../sql/engine.js";
import { cast, column, count, type Expression, indicator, sum } from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, type Named } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { namesIn } from "./columns.js";
import type { FileGroup } from "./file-group.js";
import type { CastColumn } from "./query-of-files.js";
import { quotedName } from "./rows-in-query.js";

interface Way extends CastColumn {
  readonly fits: Expression;
}

/** The columns of files that a study could name if they were numbers: all their values are of one kind. */
export async function castsIn(
  { engine, options }: Connection,
  { source, columns }: FileGroup,
): Promise<readonly CastColumn[]> {
  const waysOf = ({ name, type }: SourceColumn): readonly Way[] => {
    const value = quotedName(name);
    if (type === "text")
      return textCasts.map((kind) => ({
        name,
        says: kind.says,
        asks: kind.asks,
        sql: kind.read(value, engine.dialect),
        fits: fitsCast(name, kind),
      }));
    const sql = engine.dialect.cast(value, "bigint");
    return [{ name, says: "whole numbers as doubles", sql, fits: isWhole(column(name)) }];
  };
  const others = columns.filter(isOtherByName).map(waysOf);
  if (others.length === 0) return [];
  const sums = others.flatMap((ways, at): readonly Named[] => [
    [`values_${at}`, cast(count(column(ways[0]?.name ?? "")), "double")],
    ...ways.map(
      ({ fits }, way): Named => [`way_${at}_${way}`, cast(sum(indicator(fits)), "double")],
    ),
  ]);
  const rows = group(from(sourceRef(source)), [], sums);
  const [table] = await collectWide(
    engine,
    [ofOneRow(plan("texts that are numbers", rows))],
    options,
  );
  return others.flatMap((ways, at): readonly CastColumn[] => {
    const values = table.number(`values_${at}`);
    const first = ways.find((_, way) => table.numberOrZero(`way_${at}_${way}`) === values);
    return values === 0 || first === undefined ? [] : [first];
  });
}

/** Whether the name alone is that of a role of whole numbers, which does not take what the column holds. */
function isOtherByName({ name, type }: SourceColumn): boolean {
  if (type !== "text" && type !== "double") return false;
  const namedAs = (as: SourceColumn["type"]): number =>
    namesIn(proposeRoles([{ name, type: as }])).length;
  return namedAs("bigint") > namedAs(type);
}

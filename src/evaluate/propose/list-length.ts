import { type ProposedRoles, plainName } from "../../log/propose-study.js";
import { sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import {
  cast,
  column,
  count,
  double,
  equal,
  indicator,
  isNull,
  less,
  max,
  min,
  minus,
  not,
  or,
  plus,
  sum,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { from, group, type Named, type Relation, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import type { ColumnProfile, LogProfile } from "../survey/profile-log.js";
import { namesIn } from "./columns.js";
import type { FileGroup } from "./file-group.js";

/** More columns are not looked at. */
const mostCompared = 8;
/** A column of any name is taken for the length where so many lists, and so large a part of them, end at its value. */
const [fewestReached, leastReached] = [20, 0.02];
/** Where more do, it counts the rows of a list. */
const mostReached = 0.95;

/** The column that holds the lengths of lists, by its name or by where lists end. One statement, or none. */
export async function lengthColumn(
  { engine, options }: Connection,
  { source }: FileGroup,
  profile: LogProfile,
  proposed: ProposedRoles,
): Promise<string | undefined> {
  const { trajectory: list, rank, listLength } = proposed.log;
  const ranks = profile.columns.find(({ name }) => name === rank)?.range;
  if (list === undefined || rank === undefined || listLength !== undefined) return undefined;
  if (typeof ranks?.[0] !== "number") return undefined;
  const first = Math.min(1, ranks[0]);
  const names = namesIn(proposed);
  const columns = profile.columns
    .filter(({ name }) => !names.includes(name))
    .filter((each) => mayBeLength(each, profile.rows, Number(ranks[1]) + 1 - first))
    .map(({ name }) => name)
    .slice(0, mostCompared);
  if (columns.length === 0) return undefined;
  const rows = from(sourceRef(source));
  const lists = byList(rows, { list, rank, first }, columns);
  const sums = group(
    lists,
    [],
    [
      ["lists", cast(count(), "double")],
      ...columns.flatMap((_, at): readonly Named[] => {
        const [low, high] = [column(`low_${at}`), column(`high_${at}`)];
        const isEnd = equal(low, column("deepest"));
        const isWrong = or([less(low, high), less(low, column("deepest"))]);
        return [
          [`wrong_${at}`, cast(sum(indicator(isWrong)), "double")],
          [`reached_${at}`, cast(sum(indicator(isEnd)), "double")],
        ];
      }),
    ],
  );
  const table = await collect(engine, plan("columns with lengths of lists", sums), options);
  const all = table.numberOrZero("lists");
  const lengths = columns
    .map((name, at) => ({ name, reached: table.numberOrZero(`reached_${at}`), at }))
    .filter(({ at, reached }) => {
      return table.numberOrZero(`wrong_${at}`) === 0 && reached < mostReached * all;
    });
  const ends = Math.max(fewestReached, leastReached * all);
  return (
    single(lengths.filter(({ name }) => lengthName.test(plainName(name)))) ??
    single(lengths.filter(({ reached }) => reached >= ends))
  );
}

/** What a length of lists is called, where values must agree; `log.listLength` has the names that stand alone. */
const lengthName =
  /^(?:(?:n|num|number|nr|count)_?(?:of_?)?)?(?:items|slots|positions|results|hits|candidates|shown|offered)(?:_?(?:count|shown|offered|total))?$|(?:list|slate|page|result)s?_?(?:len|length|size)$/i;

const single = ([found, ...others]: readonly { readonly name: string }[]): string | undefined =>
  others.length === 0 ? found?.name : undefined;

const mayBeLength = ({ type, values, range }: ColumnProfile, rows: number, deepest: number) =>
  type === "bigint" &&
  values === rows &&
  typeof range?.[0] === "number" &&
  range[0] >= 1 &&
  Number(range[1]) >= deepest;

function byList(
  rows: Relation,
  { list, rank, first }: { readonly list: string; readonly rank: string; readonly first: number },
  columns: readonly string[],
): Relation {
  const place = plus(minus(cast(column(rank), "double"), double(first)), double(1));
  const named = select(
    rows,
    [
      ["list", cast(column(list), "text")],
      ["place", place],
      ...columns.map((name, at): Named => [`c_${at}`, cast(column(name), "double")]),
    ],
    { where: not(or([isNull(column(list)), isNull(column(rank))])) },
  );
  return group(
    named,
    ["list"],
    [
      ["deepest", max(column("place"))],
      ...columns.flatMap((_, at): readonly Named[] => [
        [`low_${at}`, min(column(`c_${at}`))],
        [`high_${at}`, max(column(`c_${at}`))],
      ]),
    ],
  );
}

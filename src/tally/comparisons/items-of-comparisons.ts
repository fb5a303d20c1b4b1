import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  column,
  count,
  double,
  type Expression,
  equal,
  indicator,
  min,
  or,
} from "../../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import type { Table } from "../../sql/run/table.js";
import { bucketAlias } from "../cells.js";
import type { Column } from "../columns.js";
import { takeCells } from "../one-scan.js";
import { scaledStages } from "../queries.js";
import type { SumOf, TableRef } from "../shape.js";
import type { TallyTable } from "../tally.js";
import { displayedAt, placedAt } from "./comparison-request.js";
import {
  type ComparisonItems,
  itemsOfComparison,
  listedItemsOfComparison,
  rankKey,
  targetKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  total,
} from "./comparison-statement.js";
import {
  type ItemRequest,
  isKnown,
  itemKeys,
  itemMeans,
  mostOf,
  partsOf,
  predicted,
  withGroup,
} from "./known-rows.js";
import { ranksApart } from "./rank-bins.js";
import { readTable } from "./read-comparison-table.js";
import { rowsLookedAt } from "./sampled-trajectories.js";
import { columnUpTo } from "./weights-of-comparisons.js";

/**
 * Of each policy its candidates by target slot, and viewed rows by displayed and target rank: rows of items that the
 * log does not know, and what the others are predicted to earn by the views of users of the other fold.
 */
export async function takeItemTables(
  engine: Engine,
  request: ItemRequest,
  options?: CallOptions,
): Promise<Readonly<Record<string, TallyTable>>> {
  const { comparisons, targets } = request;
  const { halvings, rows } = rowsLookedAt(comparisons);
  const [listed, viewed] = [candidatesWithItems(request, rows), viewsWithItems(request, rows)];
  const statements = targets.flatMap((target) => [
    statementOf(request, target, listedItemsOfComparison(target), listed, []),
    statementOf(request, target, itemsOfComparison(target), viewed, [
      [rankKey, displayedAt(comparisons.base)],
    ]),
  ]);
  const cells = statements.map((comparisonStatement) => comparisonStatement.cells);
  const tables = await takeCells(engine, cells, options);
  return Object.fromEntries(
    statements.map((comparisonStatement, at) => [
      comparisonStatement.into.name,
      timesOver(readTable(tables[at] as Table, comparisonStatement), powerOfTwo(halvings)),
    ]),
  );
}

function timesOver(table: TallyTable, factor: number): TallyTable {
  const scaled = (values: Float64Array): Float64Array => values.map((value) => factor * value);
  const columns = Object.entries(table.columns).map(([name, { hi, lo, ...column }]) => [
    name,
    { ...column, hi: scaled(hi), lo: lo && scaled(lo) },
  ]);
  return factor === 1 ? table : { ...table, columns: Object.fromEntries(columns) };
}

/** Candidates of the log's trajectories, each with the group of its trajectory's user and what its item earned. */
function candidatesWithItems(request: ItemRequest, rows: Relation): Relation {
  const groups = group(withGroup(request.comparisons, rows), trajectoryKeys, [
    ["least_bucket", min(column(bucketAlias))],
  ]);
  const trajectories = select(groups, [
    ...trajectoryKeys.map((name): Named => [`j_${name}`, column(name)]),
    [bucketAlias, column("least_bucket")],
  ]);
  const names = [...trajectoryKeys, ...placesOf(request)];
  const candidates = select(
    request.candidates,
    names.map((name): Named => [name, column(name)]),
    { where: or(request.targets.map(isPlaced)) },
  );
  const keys = trajectoryKeys.map((name) => [name, `j_${name}`] as const);
  const joined = join("inner", candidates, trajectories, keys);
  return join("left", joined, itemMeans(request), itemKeys);
}

function viewsWithItems(request: ItemRequest, rows: Relation): Relation {
  const names = [canonical.rank.name, ...placesOf(request)];
  const more = names.map((name): Named => [name, column(name)]);
  return join("left", withGroup(request.comparisons, rows, more), itemMeans(request), itemKeys);
}

/** The columns that say which item a row is of, and where policies place it. */
const placesOf = ({ comparisons, targets }: ItemRequest): readonly string[] => [
  canonical.item.name,
  ...targets,
  ...(comparisons.base.log.spec.listLength === undefined ? [] : [canonical.listLength.name]),
];

const isPlaced = (target: string): Expression =>
  and([
    apply(">=", column(target), bigint(1n)),
    apply("<=", column(target), bigint(BigInt(ranksApart))),
  ]);

function statementOf(
  request: ItemRequest,
  target: string,
  into: TableRef<ComparisonItems>,
  rows: Relation,
  more: readonly Named<typeof rankKey>[],
): ComparisonStatement<ComparisonItems> {
  const { comparisons } = request;
  const { base } = comparisons;
  const parts = base.log.rewards.flatMap((_, reward) =>
    partsOf(comparisons, reward).map((part) => ({ reward, part })),
  );
  // Candidates are more than views, by how many times nobody counted.
  const roomy = { base: { sums: base.sums, impressions: base.impressions * 1024 } };
  const columns = parts.map(({ reward, part }): [SumOf<ComparisonItems>, Column] => {
    const alias = `p_${reward}_${part}`;
    return [`${reward} ${part}`, columnUpTo(roomy, alias, column(alias), mostOf(base, reward))];
  });
  const keys = [...more, [targetKey, placedAt(base, target)] as const];
  const relation = select(
    rows,
    [
      ["h_feed", canonical.feed],
      ...keys,
      ["l_known", indicator(isKnown)],
      ...parts.map(({ reward, part }): Named => {
        const then = predicted(request, reward, part, column(bucketAlias));
        return [`p_${reward}_${part}`, caseWhen([{ when: isKnown, then }], double(0))];
      }),
      [bucketAlias, column(bucketAlias)],
    ],
    { where: isPlaced(target) },
  );
  const named = keys.map(([key]) => key);
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ["l_unknown", total(equal(column("l_known"), bigint(0n)))],
    ...columns.flatMap(([, sum]) => scaledStages(sum, sum.component.value)),
  ];
  const counts = [
    ["rows", "l_rows"],
    ["unknown", "l_unknown"],
  ] as const;
  return {
    into,
    over: "rows",
    cells: cellsOf(comparisons, "known items", relation, bucketAlias, named, sums),
    keys: named,
    columns: new Map<SumOf<ComparisonItems>, ComparisonColumn>([...counts, ...columns]),
  };
}

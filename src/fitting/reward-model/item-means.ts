import type { BoundLog } from "../../log/bind.js";
import {
  apply,
  bigint,
  caseWhen,
  column,
  divide,
  double,
  type Expression,
  equal,
  greater,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, join, type Keep, type Named, type Relation, select } from "../../sql/relation.js";
import type { FittedColumn } from "./fitted-columns.js";
import { contextsOf, placedRows, type ToFit, trajectoriesOf } from "./placed-rows.js";
import { measured, type Scales, viewedRows } from "./scales.js";

/** A table of means, and the columns by which rows are joined to it. */
interface Means {
  readonly table: Relation;
  readonly on: readonly (readonly [rows: string, table: string])[];
}

/**
 * The rows of a log, or of its candidates, with a column for all predictions: the mean reward of the item's views by
 * users of the other folds, shrunken towards the mean of all their views; with a context, that of the item's views in
 * the context, shrunken towards that of the item. See docs/methods.md, "Predicted rewards".
 */
export function withItemMeans(
  toFit: ToFit,
  scales: Scales,
  keep: Keep,
): (of: BoundLog, names: readonly string[]) => Relation {
  const trajectories = trajectoriesOf(toFit, keep);
  const tables = meansOf(toFit, scales, trajectories, keep);
  return (of, names) => {
    const columns = names.map((name): Named => [name, column(name)]);
    const rows = placedRows(toFit, of, names, trajectories);
    const joined = tables.reduce((left, { table, on }) => join("left", left, table, on), rows);
    const predictions = toFit.fitted.map((target, i): Named => {
      const context = contextsOf(toFit.fitted).indexOf(target.fit.context ?? "");
      return [target.column, predicted(target, i, context)];
    });
    return select(joined, [...columns, ...predictions]);
  };
}

/** Of a row's fold: the finest mean that there is. */
function predicted({ fit: { folds } }: FittedColumn, i: number, context: number): Expression {
  const branches = upTo(folds).map((fold) => {
    const finest = context < 0 ? [] : [column(`context_${context}_${i}_${fold}`)];
    const others = [column(`item_${i}_${fold}`), column(`all_${i}_${fold}`)];
    const means = [...finest, ...others].reduceRight((otherwise, mean) =>
      apply("coalesce", mean, otherwise),
    );
    return { when: isInFold(column("place_bucket"), folds, fold), then: means };
  });
  return caseWhen(branches, double(0));
}

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

/** Folds are the last bits of the hash that makes buckets, whatever their number in a tally. */
const isInFold = (bucket: Expression, folds: number, fold: number): Expression =>
  equal(apply("bitAnd", bucket, bigint(BigInt(folds - 1))), bigint(BigInt(fold)));

function meansOf(
  toFit: ToFit,
  scales: Scales,
  trajectories: Relation | undefined,
  keep: Keep,
): readonly Means[] {
  const { log, names, fitted } = toFit;
  const values = fitted.flatMap((target, i) => measured(log, target, i));
  const viewed = { ...log, rows: viewedRows(toFit) };
  const rows = placedRows(toFit, viewed, names, trajectories);
  const contexts = contextsOf(fitted);
  const kept = contexts.map((_, c): Named => [`place_context_${c}`, column(`place_context_${c}`)]);
  const placed = ["place_item", "place_bucket", "place_one"].map(
    (name): Named => [name, column(name)],
  );
  const views = select(rows, [...placed, ...kept, ...values]);
  const all = means({ views, by: [], name: "all", parent: undefined }, toFit, scales);
  const items = means({ views, by: ["place_item"], name: "item", parent: all }, toFit, scales);
  const inContexts = contexts.map((_, c) =>
    means(
      { views, by: ["place_item", `place_context_${c}`], name: `context_${c}`, parent: items },
      toFit,
      scales,
    ),
  );
  return [
    keptMeans(all, "all", ["place_one"], keep),
    keptMeans(items, "item", ["place_item"], keep),
    ...inContexts.map((table, c) =>
      keptMeans(table, `context_${c}`, ["place_item", `place_context_${c}`], keep),
    ),
  ];
}

function keptMeans(table: Relation, name: string, keys: readonly string[], keep: Keep): Means {
  const renamed = keys.map((key): Named => [`${name}_${key}`, column(key)]);
  const outputs = table.kind === "select" ? table.columns : [];
  const values = outputs.flatMap(([alias]): Named[] =>
    keys.includes(alias) ? [] : [[alias, column(alias)]],
  );
  const columns = [...renamed, ...values.filter(([alias]) => alias.startsWith(`${name}_`))];
  return {
    table: select(table, columns, { keep }),
    on: keys.map((key) => [key, `${name}_${key}`] as const),
  };
}

interface Level {
  readonly views: Relation;
  readonly by: readonly string[];
  readonly name: string;
  /** Means that these are shrunken towards, by the first of the keys; of all views by none. */
  readonly parent: Relation | undefined;
}

/** `name_i_f`: the mean of reward i over the views of the group by users outside fold f. */
function means({ views, by, name, parent }: Level, { fitted }: ToFit, scales: Scales): Relation {
  const sums = fitted.flatMap(({ fit: { folds } }, i) =>
    upTo(folds).flatMap((fold): Named[] => {
      const when = isInFold(column("place_bucket"), folds, fold);
      const sumOf = (value: Expression): Expression =>
        sum(caseWhen([{ when, then: value }], double(0)));
      const scaled = times(column(`value_${i}`), double(scales[i] ?? 1));
      return [
        [`rewards_${i}_${fold}`, sumOf(apply("floor", plus(scaled, double(0.5))))],
        [`views_${i}_${fold}`, sumOf(column(`view_${i}`))],
      ];
    }),
  );
  const cells = group(views, by, sums);
  const placed = [
    ...by.map((key): Named => [key, column(key)]),
    ["place_one", bigint(1n)] as const,
  ];
  const relation = select(cells, [
    ...placed,
    ...sums.map(([alias]): Named => [alias, column(alias)]),
  ]);
  const rows = parent === undefined ? relation : under(relation, parent, by);
  const columns = fitted.flatMap((target, i) =>
    upTo(target.fit.folds).map((fold): Named => {
      const towards = parent === undefined ? undefined : `parent_${i}_${fold}`;
      return [`${name}_${i}_${fold}`, meanOutside(target, i, fold, { towards, scales })];
    }),
  );
  return select(rows, [...placed, ...columns]);
}

/** Cells with the means that they are shrunken towards. */
function under(cells: Relation, parent: Relation, by: readonly string[]): Relation {
  const key = by.length === 1 ? "place_one" : "place_item";
  const outputs = parent.kind === "select" ? parent.columns : [];
  const parents = outputs.flatMap(([alias]): Named[] => {
    const [, at] = /_(\d+_\d+)$/.exec(alias) ?? [];
    return at === undefined ? [] : [[`parent_${at}`, column(alias)]];
  });
  const right = select(parent, [[`parent_${key}`, column(key)], ...parents]);
  return join("inner", cells, right, [[key, `parent_${key}`]]);
}

function meanOutside(
  { fit: { folds, shrink } }: FittedColumn,
  i: number,
  fold: number,
  { towards, scales }: { readonly towards: string | undefined; readonly scales: Scales },
): Expression {
  const others = upTo(folds).filter((other) => other !== fold);
  const total = (name: string): Expression =>
    others.map((other) => column(`${name}_${i}_${other}`)).reduce((a, b) => plus(a, b));
  const rewards = times(total("rewards"), double(1 / (scales[i] ?? 1)));
  const views = total("views");
  const parent = towards === undefined ? double(0) : column(towards);
  if (shrink === 0 || towards === undefined) {
    return caseWhen([{ when: greater(views, double(0)), then: divide(rewards, views) }], parent);
  }
  const shrunken = plus(rewards, times(double(shrink), parent));
  return divide(shrunken, plus(views, double(shrink)));
}

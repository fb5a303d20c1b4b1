export { columnsOf } from "./columns.js";
export { compile } from "./compile.js";
export type { Dialect } from "./dialect.js";
export { dialects } from "./dialects/index.js";
export type {
  Batch,
  BatchColumn,
  CallOptions,
  Connection,
  Engine,
  Plan,
  PlanType,
  Progress,
} from "./engine.js";
export {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  countDistinct,
  divide,
  double,
  type Expression,
  equal,
  greater,
  indicator,
  isNull,
  less,
  lookup,
  max,
  min,
  minus,
  not,
  nullOf,
  type Ordering,
  or,
  plus,
  rowNumber,
  sum,
  text,
  times,
  type ValueType,
} from "./expression.js";
export { createInterpreter, type InterpreterOptions } from "./interpreter/interpreter.js";
export type { Row, Tables, Value } from "./interpreter/value.js";
export { lineComment } from "./line-comment.js";
export { bounds, type Leaves, type Range } from "./passes/bounds.js";
export { type Hoist, hoist } from "./passes/hoist.js";
export { partials } from "./passes/partials.js";
export { simplify } from "./passes/simplify.js";
export { structuralKey } from "./passes/structural-key.js";
export { children, contains, rewrite, rewriting } from "./passes/walk.js";
export { plan } from "./plan.js";
export {
  from,
  group,
  join,
  type Keep,
  type Named,
  type Relation,
  repeat,
  type SourceRef,
  select,
} from "./relation.js";
export { askingAhead } from "./run/ask-ahead.js";
export { ofOneRow, type WidePlan } from "./run/chunks.js";
export { collect, together } from "./run/collect.js";
export { collectWide } from "./run/collect-wide.js";
export { logChanged } from "./run/log-changed.js";
export { type Table, tableOf } from "./run/table.js";
export { turn } from "./run/turn.js";
export type { ColumnType, SourceColumn } from "./source-column.js";
export { typeOf } from "./type-of.js";

export { collect, collectAll, type Table, type TablesOf, together } from "./collect.js";
export { columnsOf, outputColumns } from "./columns.js";
export { compile } from "./compile.js";
export type { Dialect, SpelledOperator } from "./dialect.js";
export { dialects } from "./dialects/index.js";
export type {
  Batch,
  BatchColumn,
  CallOptions,
  ColumnType,
  DescribeOptions,
  Engine,
  EngineInfo,
  Plan,
  PlanType,
  Progress,
  SourceColumn,
} from "./engine.js";
export {
  type AggregateFunction,
  all,
  any,
  bigint,
  call,
  cast,
  choose,
  column,
  count,
  countDistinct,
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
  nothing,
  type Operator,
  type Ordering,
  over,
  plus,
  rowNumber,
  sum,
  text,
  times,
  type ValueType,
} from "./expression.js";
export { type Hoist, hoist } from "./hoist.js";
export { createInterpreter, type InterpreterOptions } from "./interpreter/interpreter.js";
export type { Row, Tables, Value } from "./interpreter/value.js";
export { partials } from "./partials.js";
export { printPlan } from "./print.js";
export {
  type FileFormat,
  from,
  group,
  inputsOf,
  join,
  type Named,
  type Relation,
  type SourceRef,
  select,
} from "./relation.js";
export { structuralKey } from "./structural-key.js";
export { children, contains, rewrite } from "./walk.js";

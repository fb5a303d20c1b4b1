export {
  type CounterexampleRow,
  type LemmaCheck,
  type Normaliser,
  normalisers,
  type Table1,
  table1,
} from "./counterexample.js";
export { type Figure1, figure1 } from "./figure1.js";
export {
  type CorrelationOfWeeks,
  type Table2,
  type Table2World,
  table2,
  type WeeksRequest,
} from "./table2.js";

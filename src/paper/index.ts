export { table1 } from "./counterexample.js";
export { figure1 } from "./figure1.js";
export { table2 } from "./table2.js";

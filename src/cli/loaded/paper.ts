export { figure1, table1, table2 } from "../../paper/index.js";

export { connect } from "./connect.js";
export type {
  ConnectionOptions,
  ConnectionRows,
  ConnectionStatement,
  RunStatement,
} from "./connection.js";

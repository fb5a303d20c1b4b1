import { columnsOf, type Expression } from "../sql/index.js";

/** Whether a condition asks for a row's feed alone, as the branches of one curve a feed do. */
export function readsFeedOnly(when: Expression): boolean {
  const columns = columnsOf(when);
  return columns.size === 1 && columns.has("h_feed");
}

import type { Reason } from "../../../errors.js";
import type { RowKey } from "../../../evaluate/conclude/result.js";
import type { CsvRow } from "../../element.js";

/** What every row of a result says of itself. */
export function keyCells(row: RowKey): CsvRow {
  const { policy, estimator, reward, estimand, feed, day } = row;
  const parameters = JSON.stringify(row.parameters);
  return { policy, estimator, parameters, reward, estimand, feed, day };
}

/** A reason in place of a number. */
export const reasonCells = ({ code, message }: Reason): CsvRow => ({ code, message });

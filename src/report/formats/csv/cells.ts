import type { Reason } from "../../../errors.js";
import type { RowKey, Verdict } from "../../../evaluate/conclude/result.js";
import type { CsvRow } from "../../element.js";

export function keyCells(row: RowKey): CsvRow {
  const { policy, estimator, reward, estimand, feed, day } = row;
  const parameters = JSON.stringify(row.parameters);
  return { policy, estimator, parameters, reward, estimand, feed, day };
}

export const reasonCells = ({ code, message }: Reason): CsvRow => ({ code, message });

export function liftCells(lift: Verdict["lift"]): CsvRow {
  if (lift === null || "none" in lift) return {};
  const { value, set = [value, value], interval } = lift;
  const [liftSetLower, liftSetUpper] = set;
  const [liftLower, liftUpper] = interval;
  return { lift: value, liftSetLower, liftSetUpper, liftLower, liftUpper };
}

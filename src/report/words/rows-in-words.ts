import type { RowKey } from "../../evaluate/conclude/result.js";
import { counted } from "../../numeric/show-number.js";

/** "88 rows by dcg, snips, ndcg": the rows over all days, with the names of their estimators. */
export function rowsInWords(rows: readonly RowKey[]): string {
  const whole = rows.filter(({ day }) => day === null);
  const names = [...new Set(whole.map(({ estimator }) => estimator))];
  return `${counted(whole.length, "row")} by ${names.join(", ")}`;
}

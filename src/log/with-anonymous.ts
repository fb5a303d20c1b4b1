import { hasWholeUsers } from "./anonymous.js";
import type { BoundLog } from "./bind.js";
import { canonical } from "./canonical.js";
import { type Summary, summaryOf } from "./summary.js";

/** The log with what its survey says of users: some rows may have none, unless the study says `invalid`. */
export function withAnonymous<Found extends { readonly log: BoundLog; readonly summary: Summary }>(
  surveyed: Found,
): Found {
  const { log, summary } = surveyed;
  const { name } = canonical.user;
  if (log.spec.user === undefined || log.spec.invalid !== undefined) return surveyed;
  const columnSummary = summaryOf(log, summary, canonical.user);
  const missing = columnSummary.missing ?? summary.rows - columnSummary.values;
  if (missing === 0) return surveyed;
  const bound = { ...log, someWithoutUser: true } as const;
  const range = hasWholeUsers(bound) ? ([-(2 ** 63), 2 ** 63] as const) : undefined;
  const users = { ...columnSummary, values: summary.rows, range, missing };
  return {
    ...surveyed,
    log: bound,
    summary: { ...summary, columns: { ...summary.columns, [name]: users } },
  };
}

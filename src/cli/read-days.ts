import type { DayRange } from "../study/study.js";
import type { FlagReader } from "./flag-reader.js";

const day = String.raw`\d{4}-\d\d-\d\d`;
const range = new RegExp(`^(?<from>${day})?\\.\\.(?<to>${day})?$|^(?<only>${day})$`);

/** The days of `--days`: from one to another, open at an end that is not given, or one alone. */
export function readDays(flags: FlagReader): DayRange | undefined {
  const said = flags.text("days");
  const { only, from = only, to = only } = said?.match(range)?.groups ?? {};
  if (said !== undefined && from === undefined && to === undefined) {
    const message = `--days must be days such as 2026-11-01..2026-11-07, 2026-11-04.. or 2026-11-04; it is ${JSON.stringify(said)}.`;
    flags.fault("flag", message);
  }
  if (from === undefined && to === undefined) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

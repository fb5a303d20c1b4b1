import type { Result } from "../../evaluate/conclude/result.js";
import { sayLevel } from "./number.js";

/** "95 % interval", or "interval" where the study does not say its level. */
export function intervalName(study: Result["study"]): string {
  const confidence = confidenceOf(study);
  return confidence === null ? "interval" : `${sayLevel(confidence)} interval`;
}

/** The level of the intervals; null where the study does not say it. */
export function confidenceOf({ confidence }: Result["study"]): number | null {
  return typeof confidence === "number" ? confidence : null;
}

/** Whether a smaller value of the reward is the better one. */
export function lowerIsBetter(study: Result["study"], reward: string): boolean {
  const spec = entry(entry(entry(study, "log"), "rewards"), reward);
  return entry(spec, "better") === "lower";
}

/** The days that teach the curves, "from 2026-11-01 to 2026-11-07"; null where the study names none. */
export function daysOfCurves(study: Result["study"]): string | null {
  const days = entry(entry(entry(study, "log"), "exposure"), "fitDays");
  const [from, to] = [entry(days, "from"), entry(days, "to")];
  const parts = [
    typeof from === "string" ? `from ${from}` : "",
    typeof to === "string" ? `to ${to}` : "",
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(" ");
}

function entry(value: unknown, key: string): unknown {
  const isRecord = typeof value === "object" && value !== null && Object.hasOwn(value, key);
  return isRecord ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

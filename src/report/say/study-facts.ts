import type { Result } from "../../evaluate/result.js";
import { sayLevel } from "./number.js";

/** "95 % interval", or "interval" where the study does not say its level. */
export function intervalName(study: Result["study"]): string {
  const confidence = study.confidence;
  return typeof confidence === "number" ? `${sayLevel(confidence)} interval` : "interval";
}

/** Whether a smaller value of the reward is the better one. */
export function lowerIsBetter(study: Result["study"], reward: string): boolean {
  const spec = entry(entry(entry(study, "log"), "rewards"), reward);
  return entry(spec, "better") === "lower";
}

function entry(value: unknown, key: string): unknown {
  const isRecord = typeof value === "object" && value !== null && Object.hasOwn(value, key);
  return isRecord ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

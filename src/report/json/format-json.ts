import type { Result } from "../../evaluate/conclude/result.js";
import type { DrawOptions } from "../format.js";
import { toJson } from "./to-json.js";

/** A result as one JSON object, numbers in full precision; a given truth follows as `truth`. */
export function formatJson(result: Result, { truth }: DrawOptions = {}): string {
  return `${toJson(truth === undefined ? result : { ...result, truth })}\n`;
}

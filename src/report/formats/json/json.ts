import type { ReportDocument } from "../../document.js";
import { toJson } from "./to-json.js";

/** A document as one JSON object, numbers in full precision. */
export function formatJson({ json }: ReportDocument): string {
  return `${toJson(json)}\n`;
}

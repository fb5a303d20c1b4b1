import { type FitResult, fitResultToJson } from "../../evaluate/fit.js";
import { toJson } from "../json/to-json.js";

/** A fit as one JSON object: the report, and the curves as `log.exposure.curve: { file: … }` reads them. */
export function formatFitJson(result: FitResult): string {
  return `${toJson(fitResultToJson(result))}\n`;
}

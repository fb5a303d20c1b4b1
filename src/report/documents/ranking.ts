import type { RankResult } from "../../answers/index.js";
import { counted, showCount } from "../../numeric/show-number.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { rankElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** A ranking as a document: runs by measures, their differences, and how measures and conventions disagree. */
export const rankDocument = (result: RankResult): ReportDocument => ({
  hindcast: version,
  title: "Runs against labels",
  lead: `${counted(result.runs.length, "run")} against ${showCount(result.labels.items)} labels of ${showCount(result.labels.users)} users`,
  chapters: [chapter(rankElements, result)],
  json: { hindcast: version, ...result },
  printable: () => rankDocument(mapStrings(result, printable)),
});

import { showCount, showLevel } from "../../numeric/show-number.js";
import type { Plan } from "../../planning/index.js";
import { version } from "../../version.js";
import { chapter, type ReportDocument } from "../document.js";
import { planElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** A plan as a document. */
export const planDocument = (plan: Plan): ReportDocument => ({
  hindcast: version,
  title: "What this log can detect",
  lead: `${showCount(plan.trajectories)} trajectories${plan.days === null ? "" : ` of ${showCount(plan.days)} days`}; differences that are detected with power ${showLevel(plan.power)}, at ${showLevel(plan.confidence)} confidence over all comparisons`,
  chapters: [chapter(planElements, plan)],
  json: plan,
  printable: () => planDocument(mapStrings(plan, printable)),
});

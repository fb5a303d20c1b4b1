import { parseArgs } from "node:util";
import type { DataRow } from "../data-file.js";
import { keep } from "../keep.js";
import { replaceSection } from "../replace-section.js";
import { writeTable } from "../table-data.js";
import { beyondSection } from "./beyond.js";
import { coverageSection } from "./coverage.js";
import { curvesSection } from "./curves.js";
import { familiesSection } from "./families.js";
import { writeTouches } from "./levels.js";
import { peekingSection } from "./peeking.js";
import { powerSection } from "./power.js";

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,300,2000" },
    worlds: { type: "string", default: "2000" },
    families: { type: "string", default: "2000" },
    minutes: { type: "string", default: "60" },
    lines: { type: "string", default: "100" },
    only: { type: "string" },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const isAsked = (part: string): boolean =>
  flags.only === undefined || flags.only.split(",").includes(part);

const page = new URL("../../docs/intervals.md", import.meta.url);
const worlds = Number(flags.worlds);
const curveKeys = ["users", "curve", "estimator"];
const powerKeys = ["users", "candidate"];
if (isAsked("peeking")) await put("peeking", peekingSection(Number(flags.families)));
if (isAsked("families")) await put("families", familiesSection(Number(flags.families)));
if (isAsked("power")) show("power", powerSection([300, 600, 1200], worlds), {}, powerKeys);
if (isAsked("curves")) show("curves", curvesSection([200, 300, 2000], worlds), {}, curveKeys);
if (isAsked("beyond")) {
  await put("beyond", await beyondSection(200, worlds, Number(flags.lines)));
}
for (const users of flags.users.split(",").map(Number)) {
  if (!isAsked("coverage")) continue;
  const { section, logs, touches } = coverageSection(users, worlds, Number(flags.minutes));
  keep(`intervals ${users}`, touches);
  show("methods", section, { users: String(users), logs: String(logs) }, ["users", "method"]);
  if (flags.page) writeTouches(users, touches);
}

/** A short table, on the page. */
async function put(name: string, section: string): Promise<void> {
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) await replaceSection(page, name, section);
}

/** A long table, in docs/data. */
function show(
  name: string,
  section: string,
  first: DataRow = {},
  keys: readonly string[] = [],
): void {
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) writeTable(`intervals-${name}`, section, first, keys);
}

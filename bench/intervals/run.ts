import { parseArgs } from "node:util";
import { replaceSection } from "../replace-section.js";
import { beyondSection } from "./beyond.js";
import { coverageSection } from "./coverage.js";
import { curvesSection } from "./curves.js";
import { familiesSection } from "./families.js";
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
if (isAsked("peeking")) await show("peeking", peekingSection(Number(flags.families)));
if (isAsked("families")) await show("families", familiesSection(Number(flags.families)));
if (isAsked("power")) await show("power", powerSection([300, 600, 1200], worlds));
if (isAsked("curves")) await show("curves", curvesSection([200, 300, 2000], worlds));
if (isAsked("beyond")) {
  await show("beyond", await beyondSection(200, worlds, Number(flags.lines)));
}
for (const users of flags.users.split(",").map(Number)) {
  if (!isAsked("coverage")) continue;
  const section = coverageSection(users, worlds, Number(flags.minutes));
  await show(`${users} users`, section);
}

async function show(name: string, section: string): Promise<void> {
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) await replaceSection(page, name, section);
}

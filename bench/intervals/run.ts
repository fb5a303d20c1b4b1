import { parseArgs } from "node:util";
import { replaceSection } from "../replace-section.js";
import { coverageSection } from "./coverage.js";
import { familiesSection } from "./families.js";
import { peekingSection } from "./peeking.js";

const { values: flags } = parseArgs({
  options: {
    users: { type: "string", default: "200,300,2000" },
    worlds: { type: "string", default: "2000" },
    families: { type: "string", default: "2000" },
    minutes: { type: "string", default: "60" },
    page: { type: "boolean", default: true },
  },
  allowNegative: true,
});

const page = new URL("../../docs/intervals.md", import.meta.url);
await show("peeking", peekingSection(Number(flags.families)));
await show("families", familiesSection(Number(flags.families)));
for (const users of flags.users.split(",").map(Number)) {
  const section = coverageSection(users, Number(flags.worlds), Number(flags.minutes));
  await show(`${users} users`, section);
}

async function show(name: string, section: string): Promise<void> {
  console.log(`${name}\n\n${section}\n`);
  if (flags.page) await replaceSection(page, name, section);
}

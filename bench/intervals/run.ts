import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
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
await replace("peeking", peekingSection(Number(flags.families)));
await replace("families", familiesSection(Number(flags.families)));
for (const users of flags.users.split(",").map(Number)) {
  const section = coverageSection(users, Number(flags.worlds), Number(flags.minutes));
  await replace(`${users} users`, section);
}

/** The rest of the page is written by hand. */
async function replace(name: string, section: string): Promise<void> {
  console.log(`${name}\n\n${section}\n`);
  if (!flags.page) return;
  const text = await readFile(page, "utf8");
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(`${from}\n`);
  const after = rest?.split(to)[1];
  if (after === undefined) return console.error(`The page has no place for ${name}.`);
  await writeFile(page, `${before}${from}\n\n${section}\n\n${to}${after}`);
}

import { readFile, writeFile } from "node:fs/promises";

/** Puts a section where the page has a place for it, between two comments; the rest of the page is written by hand. */
export async function replaceSection(page: URL, name: string, section: string): Promise<void> {
  const text = await readFile(page, "utf8");
  const [from, to] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(`${from}\n`);
  const after = rest?.split(to)[1];
  if (after === undefined) return console.error(`The page has no place for ${name}.`);
  await writeFile(page, `${before}${from}\n\n${section}\n\n${to}${after}`);
}

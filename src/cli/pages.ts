import { readFile } from "node:fs/promises";
import { codeSections, type ReasonCode } from "../codes.js";

/** Where codes have pages: each in a folder of its own, named after the code; others share one. */
const rooms = ["checks", "diagnostics"] as const;

/** The page of a code, Markdown; null where it has none. */
export async function pageOf(code: string): Promise<string | null> {
  const name = code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  for (const room of rooms) {
    for (const path of [`${name}/${name}.md`, `${name}.md`]) {
      const text = await read(`${room}/${path}`);
      if (text !== null) return text;
    }
  }
  return sectionOf(code, await read("checks/reasons.md"));
}

const read = (path: string): Promise<string | null> =>
  readFile(new URL(`../${path}`, import.meta.url), "utf8").catch(() => null);

/** The part of a page under the heading of a code, as a page of its own. */
function sectionOf(code: string, page: string | null): string | null {
  const [, ...sections] = page?.split(/^## /m) ?? [];
  const section = sections.find((section) => section.startsWith(`${code}\n`));
  return section === undefined ? null : `# ${section}`;
}

/** A code with what it means and the section in which docs/codes.md lists it. */
export interface CodeMeaning {
  readonly code: ReasonCode;
  readonly section: string;
  readonly meaning: string;
}

export const codeMeanings: readonly CodeMeaning[] = Object.entries(codeSections).flatMap(
  ([section, codes]) =>
    Object.entries(codes).map(([code, meaning]) => ({
      code: code as ReasonCode,
      section,
      meaning,
    })),
);

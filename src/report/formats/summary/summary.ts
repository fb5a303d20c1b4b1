import { briefly, inOrder, type ReportDocument } from "../../document.js";
import type { FormatOptions } from "../format.js";
import { markdownText } from "../markdown/markdown-text.js";

/** Lines, empty ones too. */
const most = 15;

/** A document in a few lines of Markdown, for a pull request or a chat: its title, what matters most, and a link. */
export function formatSummary(
  document: ReportDocument,
  { link }: Pick<FormatOptions, "link"> = {},
): string {
  const { title, lead, chapters } = document.printable();
  const parts = briefly(chapters.flatMap(({ parts }) => inOrder(parts, "markdown")));
  const blocks = parts.flatMap(({ shown }) => shown?.markdown(true) ?? []);
  const head = title === "" ? [] : [`### ${markdownText(title)}`];
  const end = link === undefined ? [] : ["", `[The page](${linkTarget(link)})`];
  const all = mergedSentences(title, [markdownText(lead), ...blocks]);
  const body = written(fitted(all.map(sectionOf), most - head.length - end.length));
  return `${[...head, ...body, ...end].join("\n")}\n`;
}

/** An address that cannot end the link. */
const linkTarget = (link: string): string =>
  link.replace(
    /[\s<>()[\]\\|`"]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );

/** Without headings and what another one says as well; paragraphs that follow each other are one, and so are lists. */
function mergedSentences(title: string, blocks: readonly string[]): readonly string[] {
  const merged: string[] = [];
  const isSaid = (block: string, at: number): boolean =>
    kindOf(block) === "text" &&
    (block === `${markdownText(title)}.` ||
      blocks.some((other, place) => place > at && other.startsWith(block)));
  for (const text of blocks.filter((block, at) => !block.startsWith("#") && !isSaid(block, at))) {
    const before = merged.at(-1);
    if (before === undefined || kindOf(before) !== kindOf(text) || kindOf(text) === "table") {
      merged.push(text);
    } else {
      merged[merged.length - 1] = `${before}${kindOf(text) === "list" ? "\n" : " "}${text}`;
    }
  }
  return merged;
}

const kindOf = (block: string): "table" | "list" | "text" =>
  block.startsWith("| ") ? "table" : block.startsWith("- ") ? "list" : "text";

/** A block whose last lines may be left out: how many stand first, the least of the others, and what says so. */
interface Section {
  readonly head: readonly string[];
  readonly rows: readonly string[];
  readonly least: number;
  readonly more: (count: number) => string;
}

function sectionOf(block: string): Section {
  const lines = block.split("\n");
  const isTable = kindOf(block) === "table";
  const [head, rows] = isTable ? [lines.slice(0, 2), lines.slice(2)] : [[], lines];
  const rest = " |".repeat(Math.max(0, (head[1]?.split("|").length ?? 0) - 3));
  return {
    head,
    rows,
    least: Math.min(isTable ? 3 : 4, rows.length),
    more: (count) => (isTable ? `| and ${count} more |${rest}` : `- and ${count} more`),
  };
}

/** As many blocks as there is room for, each with its first rows; the first ones get what room is left. */
function fitted(sections: readonly Section[], room: number): readonly (readonly string[])[] {
  const heights: number[] = [];
  let left = room;
  for (const { head, least } of sections) {
    const height = head.length + least + (heights.length === 0 ? 0 : 1);
    if (height > left) break;
    left -= height;
    heights.push(least);
  }
  return heights.map((least, at) => {
    const { head, rows, more } = sections[at] as Section;
    const count = Math.min(rows.length, least + left);
    left -= count - least;
    const shown = count < rows.length ? count - 1 : count;
    const rest = rows.length - shown;
    return [...head, ...rows.slice(0, shown), ...(rest === 0 ? [] : [more(rest)])];
  });
}

const written = (blocks: readonly (readonly string[])[]): readonly string[] =>
  blocks.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));

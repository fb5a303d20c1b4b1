import type { FormatOptions } from "../format.js";
import { type Paint, painter } from "./paint.js";
import { columnsOf, padEnd, wrap } from "./wrap.js";

/**
 * A page of Markdown for the terminal: headings, paragraphs, tables, lists and indented formulas, as the
 * pages of this package use them; other Markdown stays as it is written.
 */
export function formatPage(
  markdown: string,
  { width = 100, colour = false }: FormatOptions = {},
): string {
  const paint = painter(colour);
  const blocks = markdown.trimEnd().split(/\n{2,}/);
  return `${blocks.map((block) => blockLines(block, width, paint).join("\n")).join("\n\n")}\n`;
}

function blockLines(block: string, width: number, paint: Paint): readonly string[] {
  if (/^ {4}/.test(block)) return block.split("\n");
  const [, heading] = /^#+ (.*)$/s.exec(block) ?? [];
  if (heading !== undefined) return [paint("bold", plain(heading))];
  if (block.startsWith("|")) return tableLines(block.split("\n"), width, paint);
  return parts(block).flatMap((part) => {
    const [, sign, item = ""] = /^([-*]|\d{1,2}\.) (.*)$/s.exec(part) ?? [];
    const text =
      sign === undefined ? plain(joined(part)) : `${sign.replace("*", "-")} ${plain(joined(item))}`;
    return wrap(text, width, sign === undefined ? 0 : 2).map((line) => emphasised(line, paint));
  });
}

/** The items of a list, and a paragraph that stands right above them; numbers begin items of a numbered list only. */
const parts = (block: string): readonly string[] =>
  block.split(/^\d{1,2}\. /.test(block) ? /\n(?=(?:[-*]|\d{1,2}\.) )/ : /\n(?=[-*] )/);

const joined = (text: string): string => text.replace(/\n\s*/g, " ");

/** Without the signs of code, emphasis, links and escapes; the star of a symbol (δ*) stays. */
const plain = (text: string): string =>
  text
    .replace(
      /`([^`]*)`|(?<![\p{L}\p{M}\p{N}*\\`])\*([^\s*](?:[^*]*[^\s*])?)\*(?![\p{L}\p{N}*])/gu,
      (_, code?: string, stressed?: string) => code ?? plain(stressed ?? ""),
    )
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\\([|*_<>])/g, "$1");

/** `**Cannot see.**` in bold; a pair that a line break parts stays as it is. */
const emphasised = (line: string, paint: Paint): string =>
  line.replace(/\*\*(.+?)\*\*/g, (_, strong: string) => paint("bold", strong));

/** Columns as wide as their cells, but for the last, which is wrapped. */
function tableLines(lines: readonly string[], width: number, paint: Paint): readonly string[] {
  const rows = lines.filter((line) => !/^\|[-:| ]+\|$/.test(line)).map(cellsOf);
  const count = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: count - 1 }, (_, at) =>
    Math.max(...rows.map((cells) => columnsOf(cells[at] ?? ""))),
  );
  const before = widths.reduce((sum, width) => sum + width + 2, 2);
  return rows.flatMap((cells, row) => {
    const start = widths.map((width, at) => `${padEnd(cells[at] ?? "", width)}  `).join("");
    const [first = "", ...more] = wrap(cells.at(-1) ?? "", Math.max(24, width - before));
    const all = [`  ${start}${first}`, ...more.map((line) => `${" ".repeat(before)}${line}`)];
    return row === 0 ? all.map((line) => paint("dim", line)) : all;
  });
}

const cellsOf = (line: string): readonly string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim()));

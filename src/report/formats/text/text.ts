import { withoutCommands } from "../../../plain-line.js";
import { briefly, inOrder, type ReportDocument } from "../../document.js";
import type { FormatOptions } from "../format.js";
import { painter } from "./paint.js";

const usualWidth = 100;
const leastWidth = 40;

/** A document for the terminal; it ends with a line break. */
export function formatText(document: ReportDocument, options: FormatOptions = {}): string {
  const width = Math.max(leastWidth, options.width ?? usualWidth);
  const { colour = false, full = false, brief = false } = options;
  const style = { width, paint: painter(colour), full, brief };
  const all = document.printable().chapters.flatMap(({ parts }) => inOrder(parts, "text"));
  const blocks = (brief ? briefly(all) : all)
    .flatMap(({ shown }) => shown?.text(style) ?? [])
    .filter(({ lines }) => lines.length > 0);
  const written = blocks.map(({ lines, joins = false }, at) => {
    const gap = at === 0 ? "" : joins ? "\n" : "\n\n";
    return `${gap}${lines.join("\n")}`;
  });
  return `${withoutCommands(written.join(""))}\n`;
}

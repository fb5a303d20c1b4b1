import { type Chapter, inOrder, type ReportDocument } from "../../document.js";
import { markdownText } from "./markdown-text.js";

/** A document as Markdown, for a ticket or a pull request. */
export function formatMarkdown(document: ReportDocument): string {
  const blocks = document.printable().chapters.flatMap(blocksOf);
  return `${blocks.reduce(joined, "")}\n`;
}

function blocksOf({ heading, parts }: Chapter): readonly string[] {
  const blocks = inOrder(parts, "markdown").flatMap(({ shown }) => shown?.markdown() ?? []);
  return heading === null ? blocks : [`## ${markdownText(heading.text)}`, ...blocks];
}

/** An empty line between two blocks, but not between the bullets of two lists. */
function joined(before: string, block: string): string {
  if (before === "") return block;
  const lastBlock = before.slice(before.lastIndexOf("\n\n") + 2);
  const isOneList = lastBlock.startsWith("- ") && block.startsWith("- ");
  return `${before}${isOneList ? "\n" : "\n\n"}${block}`;
}

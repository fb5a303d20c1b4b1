import { type Block, captionOf, type Grid, isGrid, type Prose, withoutPage } from "../grid.js";
import { gridLines } from "./grid-lines.js";
import type { TextBlock, TextStyle } from "./text-block.js";
import { wrap } from "./wrap.js";

export const blocksText = (blocks: readonly Block[], style: TextStyle): readonly TextBlock[] =>
  withoutPage(blocks).map((block) =>
    isGrid(block) ? gridBlock(block, style) : proseBlock(block, style),
  );

const gridBlock = (grid: Grid, style: TextStyle): TextBlock => ({
  lines: [
    ...headings(captionOf(grid), style),
    ...gridLines(grid, style),
    ...paragraphs(grid.notes ?? [], style),
  ],
});

function proseBlock(
  { title = "", sentences, isStrong, joins = false }: Prose,
  style: TextStyle,
): TextBlock {
  const lines = paragraphs(sentences, style);
  const painted = isStrong ? lines.map((line) => style.paint("bold", line)) : lines;
  return { lines: [...headings(title, style), ...painted], joins };
}

const headings = (title: string, { width, paint }: TextStyle): readonly string[] =>
  wrap(title, width).map((line) => paint("bold", line));

export function titled(
  title: string,
  lines: readonly string[],
  { paint }: TextStyle,
): readonly TextBlock[] {
  return lines.length === 0 ? [] : [{ lines: [paint("bold", title), ...lines] }];
}

export const paragraphs = (sentences: readonly string[], { width }: TextStyle): readonly string[] =>
  sentences.flatMap((sentence) => wrap(sentence, width - 2, 2).map((line) => `  ${line}`));

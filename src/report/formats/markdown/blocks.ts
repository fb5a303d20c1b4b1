import {
  type Block,
  captionOf,
  cellText,
  type FilledRow,
  filled,
  type Grid,
  isGrid,
  type Prose,
  withoutPage,
  withoutPictures,
} from "../grid.js";
import { markdownText } from "./markdown-text.js";

export const blocksMarkdown = (blocks: readonly Block[]): readonly string[] =>
  withoutPage(blocks).flatMap((block) => (isGrid(block) ? gridBlocks(block) : proseBlocks(block)));

function proseBlocks({ title, sentences, isList, isStrong }: Prose): readonly string[] {
  const lines = sentences.map(markdownText).map((line) => (isStrong ? `**${line}**` : line));
  const body = isList ? lines.map((line) => `- ${line}`).join("\n") : lines.join(" ");
  return [...(title === undefined ? [] : [`## ${markdownText(title)}`]), body].filter(Boolean);
}

function gridBlocks(grid: Grid): readonly string[] {
  const caption = captionOf(grid);
  const heading = `${grid.isPart === true ? "###" : "##"} ${markdownText(caption)}`;
  return [
    ...(caption === "" ? [] : [heading]),
    ...(grid.columns.length === 0 ? [] : [tableOf(grid)]),
    ...(grid.notes ?? []).map(markdownText),
  ];
}

/** A table; the last column has the notes of cells, and what stands in place of others. */
function tableOf(grid: Grid): string {
  const { columns, rows } = filled(withoutPictures(grid));
  const notes = rows.map(notesOf);
  const hasNotes = notes.some((note) => note !== "");
  const names = [...columns.map(({ header }) => header), ...(hasNotes ? ["notes"] : [])];
  const rule = [
    ...columns.map(({ numeric }) => (numeric ? "---:" : "---")),
    ...(hasNotes ? ["---"] : []),
  ];
  const body = rows.map(({ cells }, at) => [
    ...columns.map((_, column) => {
      const cell = cells[column];
      return cell?.note === undefined ? cellText(cell) : cellText({ ...cell, mark: "" });
    }),
    ...(hasNotes ? [notes[at] ?? ""] : []),
  ]);
  return [names.map(markdownText), rule, ...body.map((cells) => cells.map(markdownText))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const notesOf = ({ cells, instead }: FilledRow): string =>
  [...cells.map(({ note }) => note), instead].filter(Boolean).join("; ");

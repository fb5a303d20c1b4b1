import { defineElement, type Element } from "../../element.js";
import { texts } from "../../formats/grid.js";
import type { ResultsIndex } from "../../studies-over-days.js";

export const unreadResults: Element<ResultsIndex> = defineElement({
  name: "unread-results",
  title: "Files that are not shown",
  view: ({ unread }: ResultsIndex) => (unread.length === 0 ? null : unread),
  body: (unread) => [
    {
      title: "Files that are not shown",
      caption: "and why",
      columns: texts("file", "why"),
      rows: unread.map(({ file, message }) => [file, message]),
    },
  ],
  csv: {
    columns: ["row", "file", "message"],
    rows: (unread) => unread.map(({ file, message }) => ({ row: "unread", file, message })),
  },
});

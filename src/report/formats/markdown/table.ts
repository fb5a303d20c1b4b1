/** Text in which nothing is markup or a mention (a space of no width stands behind @), on one line, fit for a cell. */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_{}[\]#|~]/g, "\\$&")
    .replace(/(?<!\w)@(?=\w)/g, "@\u200b");
}

/** A table with a header; a column whose name ends in ">" is aligned right. */
export function markdownTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const names = headers.map((header) => markdownText(header.replace(/>$/, "")));
  const rule = headers.map((header) => (header.endsWith(">") ? "---:" : "---"));
  const lines = rows.map((row) => row.map(markdownText));
  return [names, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

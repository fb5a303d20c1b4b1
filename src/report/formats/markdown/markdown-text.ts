/**
 * Text in which nothing is markup, a mention, an address or the number of an issue (a space of no width stands behind
 * what would begin one), on one line, fit for a cell.
 */
export function markdownText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[\\`*_{}[\]#|~]/g, "\\$&")
    .replace(/(?<!\w)@(?=\w)|:(?=\/\/)|\bwww(?=\.)|\\#(?=\d)/gi, "$&\u200b");
}

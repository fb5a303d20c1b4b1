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

// Whatever some engine takes for the end of a line: after it a comment would be a statement.
const breaks = /[\p{Cc}\u2028\u2029]/gu;

/** A text as one line of comment, whatever it holds; what would end the line is written as an escape. */
export const lineComment = (text: string): string =>
  `-- ${text.replace(breaks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`)}`;

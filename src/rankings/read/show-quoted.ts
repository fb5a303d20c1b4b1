/** A text of a file in quotes, cut where it is long. */
export const showQuoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);

// Control characters would move the cursor or colour the terminal; direction marks reorder a line.
const controls = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with a sign in place of everything that steers a terminal, line breaks among it. */
export const withoutControls = (text: string): string => text.replace(controls, "\ufffd");

/**
 * Lines of which a CI runner takes none for a command, as it takes `::warning::…` at the start of one, and
 * `##[error]…` or `##vso[…]` anywhere.
 */
export const withoutCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gmu, "$1: ").replace(/##(?=\w*\[)/gu, "## ");

/**
 * What a log, a study or an argument may have put into a line for people: it stays one line, it does not
 * steer a terminal, and it is no command to a CI runner.
 */
export function plainLine(text: string): string {
  return withoutCommands(withoutControls(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ")));
}

/** Lines of our own, each of them plain. */
export const plainLines = (text: string): string => text.split("\n").map(plainLine).join("\n");

/** A sentence with its first letter large. */
export const capital = (sentence: string): string =>
  sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** The same as it goes on after a colon: with a small first letter, without its full stop. */
export const inLine = (sentence: string): string =>
  sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");

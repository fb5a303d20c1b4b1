// Control characters would move the cursor or colour the terminal; direction marks reorder a line.
const controls = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a log or a study as one line that a terminal cannot be steered by. */
export function printable(text: string): string {
  return text.replace(/\s+/gu, " ").replace(controls, "\ufffd");
}

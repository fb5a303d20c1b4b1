/**
 * Lines of at most `width` columns, broken at spaces, each after the first indented; a longer word
 * keeps a line of its own, and a number its percent sign. `wrap("a bb cc", 5, 2)` is `["a bb", "  cc"]`.
 */
export function wrap(text: string, width: number, indent = 0): readonly string[] {
  const lines: string[] = [];
  const margin = " ".repeat(indent);
  let line = "";
  for (const word of text.split(/ +(?!%)/).filter(Boolean)) {
    const longer = line.trim() === "" ? `${line}${word}` : `${line} ${word}`;
    if (columnsOf(longer) > width && line.trim() !== "") {
      lines.push(line);
      line = `${margin}${word}`;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** Columns that a text takes in a terminal: two for East Asian wide characters and emoji. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (/\p{M}|\u200d/u.test(character)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return columns;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** The cells of CSV by RFC 4180, character by character; undefined where a quote is not closed. */
export function cellsOf(text: string): readonly (readonly string[])[] | undefined {
  const rows: string[][] = [[""]];
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? "";
    const row = rows.at(-1) ?? [];
    const add = (more: string): void => {
      row[row.length - 1] += more;
    };
    if (isQuoted) {
      if (char !== '"') add(char);
      else if (text[i + 1] === '"') add(text[++i] ?? "");
      else isQuoted = false;
    } else if (char === '"' && row.at(-1) === "") isQuoted = true;
    else if (char === ",") row.push("");
    else if (char === "\r" && text[i + 1] === "\n") continue;
    else if (char === "\n" || char === "\r") rows.push([""]);
    else add(char);
  }
  return isQuoted ? undefined : rows;
}

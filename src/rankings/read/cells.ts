export interface Row {
  readonly cells: readonly string[];
  /** The line on which it starts. */
  readonly line: number;
  readonly fault?: string;
}

/** The rows of a table of texts (RFC 4180): a cell that begins with a quote ends with the next single one. */
export function* cellsOf(text: string, separator: string): Generator<Row> {
  let [at, line] = [0, 1];
  while (at < text.length) {
    const cells: string[] = [];
    const start = line;
    let fault: string | undefined;
    for (;;) {
      const isQuoted = text[at] === '"';
      const cell = isQuoted ? quotedCell(text, at) : plainCell(text, at, separator);
      cells.push(cell.text);
      for (let i = at; i < cell.end; i++) if (text[i] === "\n") line += 1;
      at = cell.end;
      if (cell.fault !== undefined) fault = cell.fault;
      if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
      if (at < text.length && text[at] !== separator && text[at] !== "\n") {
        fault = `a text in quotes is followed by ${JSON.stringify(text[at])}; quotes within it are written twice.`;
        at = text.indexOf("\n", at);
        if (at < 0) at = text.length;
      }
      if (text[at] !== separator) break;
      at += 1;
    }
    at += 1;
    line += 1;
    yield fault === undefined ? { cells, line: start } : { cells, line: start, fault };
  }
}

interface Cell {
  readonly text: string;
  readonly end: number;
  readonly fault?: string;
}

function quotedCell(text: string, start: number): Cell {
  let cell = "";
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) {
      return {
        text: cell,
        end: text.length,
        fault: "a quote that opens in this row is never closed.",
      };
    }
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { text: cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

function plainCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  const cell = text.slice(start, end);
  return cell.endsWith("\r") && text[end] !== separator
    ? { text: cell.slice(0, -1), end }
    : { text: cell, end };
}

import { made } from "./made.js";

/** Makes the heads of tables buttons that sort their rows, where these are one below the other. */
export function addSorting(main: HTMLElement): void {
  for (const table of main.querySelectorAll<HTMLTableElement>(".scroll > table")) {
    const [head, ...others] = table.tHead?.rows ?? [];
    const [body, ...more] = table.tBodies;
    if (head === undefined || body === undefined || others.length + more.length > 0) continue;
    const isPlain = [...body.rows].every(({ cells }) =>
      [...cells].every(({ rowSpan }) => rowSpan === 1),
    );
    if (isPlain && body.rows.length > 1) addHeads([...head.cells], body);
  }
}

function addHeads(heads: readonly HTMLTableCellElement[], body: HTMLTableSectionElement): void {
  for (const [at, head] of heads.entries()) {
    if (head.tagName !== "TH" || head.textContent === "") continue;
    const sort = made("button", { type: "button", className: "sort" }, [...head.childNodes]);
    sort.addEventListener("click", () => {
      const isUp = head.ariaSort === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.ariaSort = isUp ? "descending" : "ascending";
      const keyed = [...body.rows].map((row) => ({
        row,
        key: keyOf(textAt(row, at)),
      }));
      const signed = isUp ? -1 : 1;
      keyed.sort((a, b) => compared(a.key, b.key, signed));
      body.append(...keyed.map(({ row }) => row));
    });
    head.append(sort);
  }
}

/** A cell over several columns says why there is nothing in them. */
const textAt = ({ cells }: HTMLTableRowElement, at: number): string =>
  cells[at]?.colSpan === 1 ? (cells[at]?.textContent ?? "") : "";

type Key = { readonly number: number | undefined; readonly text: string };

/** The first number of a cell, "+6.2 % [+5.5, +7.0]" or "1,024", where it has one. */
function keyOf(text: string): Key {
  const [found] = text.match(/[-+\u2212]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?/i) ?? [];
  const isDay = /\d{4}-\d\d-\d\d/.test(text);
  const number =
    found === undefined || isDay
      ? undefined
      : Number(found.replaceAll(",", "").replace("\u2212", "-"));
  return { number, text };
}

/** Numbers before texts, whichever way these are sorted; the sort keeps the order of what is alike. */
function compared(a: Key, b: Key, signed: number): number {
  if (a.number !== undefined && b.number !== undefined) return signed * (a.number - b.number);
  if (a.number === undefined && b.number === undefined)
    return signed * a.text.localeCompare(b.text, "en", { numeric: true });
  return a.number === undefined ? 1 : -1;
}

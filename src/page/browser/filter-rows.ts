/** Hides rows of tables that do not hold a text, whatever its case; returns what is said of that. */
export function filterRows(main: HTMLElement, wanted: string): string {
  const words = wanted.trim().toLowerCase();
  let shown = 0;
  const rows = [...main.querySelectorAll<HTMLElement>("tbody tr")];
  for (const row of rows) {
    row.hidden = words !== "" && !(row.textContent ?? "").toLowerCase().includes(words);
    if (!row.hidden) shown += 1;
  }
  return words === ""
    ? ""
    : `Tables show the ${shown} of ${rows.length} rows that contain “${wanted.trim()}”.`;
}

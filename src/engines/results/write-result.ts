import { open } from "node:fs/promises";
import type { Batch, Plan } from "../../sql/engine.js";
import { endOf, textMark } from "./wrapped.js";

/** A value as CSV gives it back to the last bit; NULL is an empty field. */
function field(value: number | bigint | string | null): string {
  if (value === null) return "";
  if (typeof value === "string") return `"${`${textMark}${value}`.replaceAll('"', '""')}"`;
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether CSV can hold all values: not a text with NUL, at which readers end. */
export const fitsInCsv = (batches: readonly Batch[]): boolean =>
  batches.every(({ columns }) =>
    [...columns.values()].every((values) =>
      Array.prototype.every.call(
        values,
        (value) => typeof value !== "string" || !value.includes("\0"),
      ),
    ),
  );

/** Writes rows as the result of a statement under its marker, as `hindcast sql` has it saved. */
export async function writeResult(
  path: string,
  marker: string,
  { columns }: Plan,
  batches: readonly Batch[],
): Promise<void> {
  const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
  const file = await open(path, "wx", 0o600);
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const names = [marker, ...columns.map(({ name }) => name), endOf(marker)];
  try {
    await file.writeFile(`${names.map(quoted).join(",")}\n`);
    if (rows === 0) await file.writeFile(`0,${columns.map(() => ",").join("")}0\n`);
    for (const batch of batches) {
      const values = columns.map(({ name }) => batch.columns.get(name) ?? []);
      const lines = Array.from({ length: batch.rows }, (_, row) => {
        const own = values.map((each) => field(each[row] ?? null));
        return `${[rows, ...own, rows].join(",")}\n`;
      });
      await file.writeFile(lines.join(""));
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

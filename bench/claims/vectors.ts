import { readFileSync } from "node:fs";
import { closeDatabase } from "../../test/vectors/ask.js";
import type { VectorCase } from "../../test/vectors/case.js";
import { runners } from "../../test/vectors/runners/index.js";
import type { DataRow } from "../data-file.js";

const file = new URL("../../test/vectors/vectors.json", import.meta.url);

/** How far each known answer is from what is computed, relative to 1 + its size. */
export async function vectorGaps(): Promise<readonly DataRow[]> {
  const cases: readonly (VectorCase & { readonly source: string })[] = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const rows: DataRow[] = [];
  for (const { name, inputs, expected, tolerance, source } of cases) {
    const found = runners.find((each) => each.name === name);
    if (found === undefined) continue;
    const gaps = gapsOf(await found.run(inputs), expected, found.notYet);
    rows.push({
      case: name,
      numbers: String(gaps.length),
      largestGap: Math.max(0, ...gaps).toExponential(1),
      tolerance: String(tolerance),
      source,
    });
  }
  await closeDatabase();
  return rows;
}

function gapsOf(
  got: unknown,
  expected: unknown,
  without: Readonly<Record<string, string>> = {},
): readonly number[] {
  if (typeof expected === "object" && expected !== null) {
    return Object.entries(expected).flatMap(([key, value]) =>
      key in without ? [] : gapsOf((got as Record<string, unknown>)[key], value),
    );
  }
  const wanted = numberOf(expected);
  if (wanted === undefined || !Number.isFinite(wanted)) return [];
  return [Math.abs(Number(got) - wanted) / (1 + Math.abs(wanted))];
}

/** A number, or a fraction written as text. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || !/^-?[\d.]+(\/\d+)?$/.test(value)) return undefined;
  const [numerator = "", denominator = "1"] = value.split("/");
  return Number(numerator) / Number(denominator);
}

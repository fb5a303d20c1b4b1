import type { ReasonCode } from "../../codes.js";
import type { Answered, DifferenceRow, EstimateRow, NumberName, Verdict } from "./result.js";

const isNumber: Readonly<Record<NumberName, true>> = {
  ...{ value: true, se: true, df: true, set: true, setSe: true, interval: true },
  ...{ p: true, adjustedP: true, adjusted: true, lift: true },
};

type Line = EstimateRow | DifferenceRow | Verdict;

/** The line with null in the places of its numbers, which stand under `withheld` with the code for which they are no answer. */
export function withholdNumbers<Of extends Line>(line: Answered<Of>, code: ReasonCode): Of {
  const numbers = Object.entries(line).filter(([name]) => Object.hasOwn(isNumber, name));
  const nulls = Object.fromEntries(numbers.map(([name]) => [name, null]));
  return { ...line, ...nulls, withheld: { code, ...Object.fromEntries(numbers) } } as unknown as Of;
}

/** The comparison as it was computed, for what rests on the numbers of all comparisons and prints none of them. */
export function restoreNumbers<Of extends Line>(line: Of): Answered<Of> {
  if (!("withheld" in line) || line.withheld === undefined) return line as Answered<Of>;
  const { withheld, ...rest } = line;
  const { code: _, ...numbers } = withheld;
  return { ...rest, ...numbers } as unknown as Answered<Of>;
}

const longest = 80;

/** A value as an error message quotes it: JSON where it has one, shortened; "nothing" for undefined. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  const text = jsonOf(value) ?? `something of type ${typeof value}`;
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** JSON with two spaces; an infinity, which JSON has not, is written as a study file writes it. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, finite, 2);
}

function finite(_key: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return "inf";
  return value === Number.NEGATIVE_INFINITY ? "-inf" : value;
}

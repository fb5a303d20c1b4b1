/**
 * What differs from the expected, one sentence each: |got − exp| ≤ tol·(1 + |exp|) in every field.
 * Fields other than the expected ones do not count.
 */
export function mismatches(
  got: unknown,
  expected: unknown,
  tolerance: number,
  path = "",
): readonly string[] {
  if (isBranch(expected)) {
    if (!isBranch(got) || Array.isArray(got) !== Array.isArray(expected)) {
      return [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`];
    }
    const longer =
      Array.isArray(expected) && Array.isArray(got) && got.length > expected.length
        ? [`${path}: expected ${expected.length} values, got ${got.length}`]
        : [];
    const fields = Object.entries(expected).flatMap(([key, value]) =>
      mismatches(got[key], value, tolerance, path === "" ? key : `${path}.${key}`),
    );
    return [...longer, ...fields];
  }
  if (close(got, expected, tolerance)) return [];
  return [`${path}: expected ${String(expected)}, got ${String(got)}`];
}

/** Every way to change one number (or null) of the expected; none of them may pass. */
export function changes(expected: unknown): readonly unknown[] {
  if (!isBranch(expected)) {
    const value = numberOf(expected);
    return [value === undefined ? 0.125 : value + 0.001 * (1 + Math.abs(value))];
  }
  return Object.entries(expected).flatMap(([key, value]) =>
    changes(value).map((changed) =>
      Array.isArray(expected)
        ? expected.map((each, i) => (String(i) === key ? changed : each))
        : { ...expected, [key]: changed },
    ),
  );
}

const isBranch = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

function close(got: unknown, expected: unknown, tolerance: number): boolean {
  const wanted = numberOf(expected);
  if (wanted === undefined || typeof got === "string") return got === expected;
  if (typeof got !== "number") return false;
  if (!Number.isFinite(wanted)) return Object.is(got, wanted);
  return Math.abs(got - wanted) <= tolerance * (1 + Math.abs(wanted));
}

/** A number, or one written as text: "Infinity", "NaN", "44567/30000". */
function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return undefined;
  if (value === "NaN") return Number.NaN;
  const [numerator = "", denominator = "1"] = value.split("/");
  const read = Number(numerator) / Number(denominator);
  return Number.isNaN(read) ? undefined : read;
}

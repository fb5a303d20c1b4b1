/**
 * Where two answers differ: paths with both values, none where they are equal. Numbers may differ by
 * a tolerance times the larger, everything else must be the same.
 */
export function differences(
  got: unknown,
  wanted: unknown,
  tolerance: number,
  path = "answer",
): readonly string[] {
  if (typeof got === "number" && typeof wanted === "number") {
    const far = Math.abs(got - wanted) > tolerance * Math.max(Math.abs(got), Math.abs(wanted));
    return far ? [said(path, got, wanted)] : [];
  }
  if (!isObject(got) || !isObject(wanted)) {
    return Object.is(got, wanted) ? [] : [said(path, got, wanted)];
  }
  const keys = new Set([...Object.keys(got), ...Object.keys(wanted)]);
  return [...keys].flatMap((key) =>
    differences(got[key], wanted[key], tolerance, `${path}.${key}`),
  );
}

/** Whether an answer promises the same bits on every engine: its sums are exact, and all of them. */
export function promisesBits(answer: unknown): boolean {
  if (!isObject(answer) || !isObject(answer.log)) return true;
  const warnings = Array.isArray(answer.warnings) ? answer.warnings : [];
  return answer.log.sums !== "fast" && !warnings.some(({ code }) => code === "inexactSums");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const said = (path: string, got: unknown, wanted: unknown): string =>
  `${path}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`;

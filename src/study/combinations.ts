/**
 * Every choice of one value per name, the last name's values varying fastest.
 * `combinations({ a: [1, 2], b: [3] })` is [{ a: 1, b: 3 }, { a: 2, b: 3 }].
 */
export function combinations<T>(
  lists: Readonly<Record<string, readonly T[]>>,
): readonly Readonly<Record<string, T>>[] {
  let chosen: readonly (readonly (readonly [string, T])[])[] = [[]];
  for (const [name, values] of Object.entries(lists)) {
    chosen = chosen.flatMap((entries) =>
      values.map((value) => [...entries, [name, value] as const]),
    );
  }
  return chosen.map((entries) => Object.fromEntries(entries));
}

/** Values of one key together, in the order in which keys are first met; no group is empty. */
export function groupedBy<T>(
  values: readonly T[],
  keyOf: (value: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}

/**
 * What turns one JSON value into another: `{ set }` puts a value in its place, `{ keys }` and `{ items }` change parts of an
 * object or a list, null leaves it as it is. Keys that are not in the other one are left out.
 */
export type Change =
  | null
  | { readonly set: unknown }
  | { readonly keys: readonly (readonly [key: string, change: Change])[] }
  | { readonly items: readonly (readonly [at: number, change: Change])[] };

export function changeOf(from: unknown, to: unknown): Change {
  if (Object.is(from, to)) return null;
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    const items = to.flatMap((each, at): (readonly [number, Change])[] => {
      const change = changeOf(from[at], each);
      return change === null ? [] : [[at, change]];
    });
    return items.length === 0 ? null : { items };
  }
  if (!isRecord(from) || !isRecord(to)) return { set: to };
  const [before, after] = [Object.keys(from), Object.keys(to)];
  // What a key is followed by is seen in the bytes of JSON.
  if (before.length !== after.length || before.some((key, at) => key !== after[at]))
    return { set: to };
  const keys = after.flatMap((key): (readonly [string, Change])[] => {
    const change = changeOf(from[key], to[key]);
    return change === null ? [] : [[key, change]];
  });
  return keys.length === 0 ? null : { keys };
}

export function changed(from: unknown, change: Change): unknown {
  if (change === null) return from;
  if ("set" in change) return change.set;
  if ("items" in change) {
    const list = [...(from as readonly unknown[])];
    for (const [at, each] of change.items) list[at] = changed(list[at], each);
    return list;
  }
  const changes = new Map(change.keys);
  // No assignment: a key may be "__proto__".
  return Object.fromEntries(
    Object.entries(from as Readonly<Record<string, unknown>>).map(([key, value]) => [
      key,
      changed(value, changes.get(key) ?? null),
    ]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

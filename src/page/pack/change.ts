/**
 * What turns one JSON value into another: `{ set }` puts a value in its place, `{ keys }` and `{ items }` change parts of an
 * object or a list, null leaves it as it is. `all` are the keys of an object that has other ones, `middle` what a longer or
 * shorter list has between its first and its last items, which stay.
 */
export type Change =
  | null
  | { readonly set: unknown }
  | {
      readonly keys: readonly (readonly [key: string, change: Change])[];
      readonly all?: readonly string[];
    }
  | { readonly items: readonly (readonly [at: number, change: Change])[] }
  | { readonly first: number; readonly middle: readonly unknown[]; readonly last: number };

export function changeOf(from: unknown, to: unknown): Change {
  if (Object.is(from, to)) return null;
  if (Array.isArray(from) && Array.isArray(to)) return changeOfList(from, to);
  if (!isRecord(from) || !isRecord(to)) return { set: to };
  const [before, after] = [Object.keys(from), Object.keys(to)];
  // What a key is followed by is seen in the bytes of JSON.
  const isSame = before.length === after.length && before.every((key, at) => key === after[at]);
  const keys = after.flatMap((key): (readonly [string, Change])[] => {
    const change = Object.hasOwn(from, key) ? changeOf(from[key], to[key]) : { set: to[key] };
    return change === null ? [] : [[key, change]];
  });
  if (!isSame) return { keys, all: after };
  return keys.length === 0 ? null : { keys };
}

function changeOfList(from: readonly unknown[], to: readonly unknown[]): Change {
  if (from.length !== to.length) {
    const isKept = (at: number, other: number): boolean => changeOf(from[at], to[other]) === null;
    const least = Math.min(from.length, to.length);
    let [first, last] = [0, 0];
    while (first < least && isKept(first, first)) first += 1;
    while (last < least - first && isKept(from.length - 1 - last, to.length - 1 - last)) last += 1;
    return { first, middle: to.slice(first, to.length - last), last };
  }
  const items = to.flatMap((each, at): (readonly [number, Change])[] => {
    const change = changeOf(from[at], each);
    return change === null ? [] : [[at, change]];
  });
  return items.length === 0 ? null : { items };
}

export function changed(from: unknown, change: Change): unknown {
  if (change === null) return from;
  if ("set" in change) return change.set;
  if ("items" in change) {
    const list = [...(from as readonly unknown[])];
    for (const [at, each] of change.items) list[at] = changed(list[at], each);
    return list;
  }
  if ("middle" in change) {
    const list = from as readonly unknown[];
    const { first, middle, last } = change;
    return [...list.slice(0, first), ...middle, ...list.slice(list.length - last)];
  }
  const changes = new Map(change.keys);
  const record = from as Readonly<Record<string, unknown>>;
  // No assignment: a key may be "__proto__".
  return Object.fromEntries(
    (change.all ?? Object.keys(record)).map((key) => [
      key,
      changed(record[key], changes.get(key) ?? null),
    ]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

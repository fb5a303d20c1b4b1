/**
 * What is computed of an object, once for each name: several dangers, and the comparisons of several policies, read
 * the same statistics of a log. The object must not change afterwards, and a name must say all that the
 * value depends on.
 */
export function once<T>(of: object, name: string, compute: () => T): T {
  const own = known.get(of) ?? new Map<string, unknown>();
  known.set(of, own);
  if (!own.has(name)) own.set(name, compute());
  return own.get(name) as T;
}

const known = new WeakMap<object, Map<string, unknown>>();

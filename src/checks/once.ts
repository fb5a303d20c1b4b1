interface Kept<T> {
  found?: { readonly value: T };
  /** By the next of what is given. */
  readonly next: Map<unknown, Kept<T>>;
}

/**
 * A function that computes once what follows from an object and from what else it is given: several checks, and the
 * comparisons of several policies, read the same statistics of a log. What it is given must not change afterwards.
 */
export function once<Of extends object, Rest extends readonly unknown[], T>(
  compute: (of: Of, ...rest: Rest) => T,
): (of: Of, ...rest: Rest) => T {
  const known = new WeakMap<Of, Kept<T>>();
  return (of, ...rest) => {
    let kept: Kept<T> = known.get(of) ?? { next: new Map() };
    known.set(of, kept);
    for (const given of rest) {
      const next: Kept<T> = kept.next.get(given) ?? { next: new Map() };
      kept.next.set(given, next);
      kept = next;
    }
    kept.found ??= { value: compute(of, ...rest) };
    return kept.found.value;
  };
}

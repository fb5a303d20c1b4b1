interface Memo<T> {
  result?: { readonly value: T };
  /** By the next of what is given. */
  readonly next: Map<unknown, Memo<T>>;
}

/**
 * A function that computes once what follows from an object and from what else it is given: several checks, and the
 * comparisons of several policies, read the same statistics of a log. What it is given must not change afterwards.
 */
export function once<Of extends object, Rest extends readonly unknown[], T>(
  compute: (of: Of, ...rest: Rest) => T,
): (of: Of, ...rest: Rest) => T {
  const memos = new WeakMap<Of, Memo<T>>();
  return (of, ...rest) => {
    let memo: Memo<T> = memos.get(of) ?? { next: new Map() };
    memos.set(of, memo);
    for (const argument of rest) {
      const next: Memo<T> = memo.next.get(argument) ?? { next: new Map() };
      memo.next.set(argument, next);
      memo = next;
    }
    memo.result ??= { value: compute(of, ...rest) };
    return memo.result.value;
  };
}

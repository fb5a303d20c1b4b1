/** One value for every feed, or one each by the feed's name. */
export type PerFeed<T> = { readonly every: T } | { readonly byFeed: Readonly<Record<string, T>> };

export const valuesOf = <T>(values: PerFeed<T>): readonly T[] =>
  "every" in values ? [values.every] : Object.values(values.byFeed);

export function valueOfFeed<T>(values: PerFeed<T>, feed: string | null): T | undefined {
  if ("every" in values) return values.every;
  return feed !== null && Object.hasOwn(values.byFeed, feed) ? values.byFeed[feed] : undefined;
}

import type { Result } from "../evaluate/conclude/result.js";

/** A result with the rows of one feed alone; its levels stay those of the whole study. */
export function ofFeed(result: Result, feed: string): Result {
  const isOfIt = (row: { readonly feed?: unknown; readonly facts?: object }): boolean => {
    const { feed: said } = { ...row.facts, ...row } as { readonly feed?: unknown };
    return said === undefined || said === null || said === feed;
  };
  const parts = Object.entries(result).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.filter(isOfIt) : part,
  ]);
  return Object.fromEntries(parts);
}

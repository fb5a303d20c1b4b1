import type { CallOptions } from "../../sql/engine.js";
import type { SourceRef } from "../../sql/relation.js";

export type OwnQueries = (sources: readonly SourceRef[], call: CallOptions) => Promise<void>;

/** Looks at each query of the user's own once, before it is a part of a statement. */
export function ownQueries(check: (sql: string, call: CallOptions) => Promise<void>): OwnQueries {
  const sound = new Set<string>();
  return async (sources, call) => {
    for (const source of sources) {
      if (source.kind !== "sql" || sound.has(source.sql)) continue;
      await check(source.sql, call);
      sound.add(source.sql);
    }
  };
}

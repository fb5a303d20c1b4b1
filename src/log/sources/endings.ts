import type { FileFormat } from "../../sql/relation.js";

/** How the names of files end, and what these hold. */
export const endings: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.(parquet|pq)$/i, "parquet"],
  [/\.(csv|tsv)(\.gz)?$/i, "csv"],
  [/\.(jsonl|ndjson|json)(\.gz)?$/i, "jsonLines"],
];

/** The ending of a file that is read, such as .csv.gz. */
export const endingOf = (path: string): string | undefined =>
  endings.map(([ending]) => ending.exec(path)?.[0]).find((ending) => ending !== undefined);

/** Columns of the file of a tally that say where a row belongs; its keys and sums follow. */
export const places = ["table", "day", "feed", "logger", "stratum", "bucket"] as const;

/** Whether a Parquet file with these columns is a tally, which holds no rows of a log. */
export const isTallyFile = (columns: readonly string[]): boolean =>
  places.every((place) => columns.includes(place)) &&
  columns.some((name) => name.startsWith("sum_"));

export const tallyForLog = (file: string): string =>
  `${file} is a tally that --save-tally wrote: sums, not rows of a log. Its results: hindcast evaluate ${file}; what it holds: hindcast tally list ${file}.`;

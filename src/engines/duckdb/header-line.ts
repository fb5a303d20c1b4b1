import { LogError, reason } from "../../errors.js";

/** What may stand between fields; the first where several are as frequent. */
const delimiters = [",", "\t", ";", "|"];

/** What stands between the fields of all these first lines; throws LogError where they differ in it. */
export function delimiterOf(lines: readonly string[], paths: readonly string[]): string {
  const found = lines.flatMap((line) => between(line) ?? []);
  const [first = ","] = found;
  const other = found.findIndex((delimiter) => delimiter !== first);
  if (other < 0) return first;
  const message = `Expected the files of one source to have the same character between fields, but those of "${paths[0]}" and the others have ${JSON.stringify(first)} and ${JSON.stringify(found[other])}. Write them alike, or name them as separate queries: log.source: { sql: "select * from read_csv('…') union all by name select * from read_csv('…')" }.`;
  throw new LogError(reason("noTable", message, { delimiters: [first, found[other] ?? ""] }));
}

/** The most frequent delimiter outside of quotes; undefined where a line has none. */
function between(line: string): string | undefined {
  const bare = line.replace(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? undefined : delimiters[counts.indexOf(most)];
}

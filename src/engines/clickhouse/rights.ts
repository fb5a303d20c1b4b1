import type { Server } from "./server.js";

const reading = /^(?:SELECT|SHOW|CHECK|USAGE|dictGet|READ ON FILE)\b/i;
const named = 5;

/** What the user may do beyond reading tables, in a sentence; undefined where that is nothing. */
export async function rightsBeyond(
  server: Server,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lines: string[] = [];
  for await (const events of server.ask("SHOW GRANTS FINAL", signal)) {
    for (const event of events) if ("row" in event) lines.push(String(event.row[0]));
  }
  const rights = lines.flatMap((line) => {
    const list = /^GRANT (.+?) ON /s.exec(line)?.[1] ?? line;
    return list.split(/,\s*(?![^(]*\))/).filter((right) => !reading.test(right));
  });
  if (rights.length === 0) return undefined;
  const shown = rights.slice(0, named).join(", ");
  const more = rights.length > named ? ` and ${rights.length - named} more` : "";
  return `The user of ClickHouse may do more than read tables: ${shown}${more}. For studies that others write, use a user that has SELECT on the log and nothing else.`;
}

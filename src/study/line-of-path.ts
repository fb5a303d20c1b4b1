import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type { Key } from "./place.js";

/** The line of the value at a path, or of the nearest thing around it that is there. */
export function lineOf(
  parsed: Document.Parsed,
  keys: readonly Key[],
  lines: LineCounter,
): number | undefined {
  for (let depth = keys.length; depth > 0; depth--) {
    const node = parsed.getIn(keys.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/** The line of a study's text at which messages say `log.rewards.like` or `policies["new one"].rank`. */
export function lineOfPath(text: string, path: string): number | undefined {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { version: "1.2", lineCounter: lines, logLevel: "error" });
  const parts = path.match(/\["[^"]*"\]|\[\d+\]|[^.[\]]+/g) ?? [];
  const keys = parts.map((part) => (part.startsWith("[") ? JSON.parse(part)[0] : part) as Key);
  return lineOf(parsed, keys, lines);
}

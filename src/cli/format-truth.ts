import type { Truth } from "../report/index.js";

/** Known answers as a table for the terminal. */
export function formatTruth(truths: readonly Truth[]): string {
  const header = ["policy", "reward", "feed", "truth per trajectory"];
  const rows = truths.map(({ policy, reward, feed, value }) => [
    policy,
    reward,
    feed ?? "(all)",
    value.toPrecision(6),
  ]);
  const table = [header, ...rows];
  const widths = header.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { UnderTest } from "./under-test/under-test.js";

/** What was not tested, a line each; the CI script prints it at its end. */
export const skippedReport = "reports/engines-skipped.txt";

/** Says on stderr and in the report why an engine is left out; nothing where it is not. */
export function tellSkipped({ name, unavailable }: Pick<UnderTest, "name" | "unavailable">): void {
  if (unavailable === undefined) return;
  const line = `${name} was not tested: ${unavailable}\n`;
  mkdirSync(dirname(skippedReport), { recursive: true });
  appendFileSync(skippedReport, line);
  process.stderr.write(line);
}

/** Says on stderr which laws an engine is not held to, and why. */
export function tellLacks({ name, lacks }: UnderTest): void {
  for (const [ability, why] of Object.entries(lacks)) {
    process.stderr.write(`${name} is not held to "${ability}": ${why}\n`);
  }
}

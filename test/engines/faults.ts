import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Every fault that the suite made, with its outcome: rows of the table in docs/engines.md. */
export const faultReport = "reports/engines-faults.md";

/** Notes what became of a fault on an engine. */
export function tellFault(engine: string, fault: string, outcome: string): void {
  mkdirSync(dirname(faultReport), { recursive: true });
  appendFileSync(faultReport, `| ${engine} | ${fault} | ${outcome} |\n`);
}

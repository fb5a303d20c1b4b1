import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The table of every fault that the suite made and its outcome, per engine: docs/engines.md has one. */
export const faultTable = "reports/engines-faults.md";
const found = "reports/engines-faults.jsonl";

interface Told {
  readonly engine: string;
  readonly fault: string;
  readonly outcome: string;
}

/** Notes what became of a fault on an engine. */
export function tellFault(engine: string, fault: string, outcome: string): void {
  mkdirSync(dirname(found), { recursive: true });
  appendFileSync(found, `${JSON.stringify({ engine, fault, outcome } satisfies Told)}\n`);
}

/** Begins a new table. */
export const forgetFaults = (): void => rmSync(found, { force: true });

/** Writes what was noted as a table, a row for each fault and a column for each engine, and prints it. */
export function printFaults(): void {
  const table = tableOf(readNotes());
  if (table === undefined) return;
  writeFileSync(faultTable, table);
  process.stdout.write(`\n${table}`);
}

function readNotes(): readonly Told[] {
  try {
    const lines = readFileSync(found, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as Told);
  } catch {
    return [];
  }
}

/** Markdown; undefined where nothing was noted. An engine that lacks a fault by its nature has a dash. */
export function tableOf(told: readonly Told[]): string | undefined {
  if (told.length === 0) return undefined;
  const engines = [...new Set(told.map(({ engine }) => engine))];
  const faults = [...new Set(told.map(({ fault }) => fault))];
  const rows = faults.map((fault) => {
    const cells = engines.map(
      (engine) =>
        told.findLast((each) => each.engine === engine && each.fault === fault)?.outcome ?? "–",
    );
    return `| ${[fault, ...cells].join(" | ")} |`;
  });
  const rule = `|---|${engines.map(() => "---|").join("")}`;
  return `${[`| fault | ${engines.join(" | ")} |`, rule, ...rows].join("\n")}\n`;
}

import type { Progress } from "../sql/engine.js";
import type { Clock, Sink } from "./effects.js";

/** Tells on a terminal, or sparsely in a log, what a long job is at; silent in the first second. */
export interface ProgressLine {
  readonly report: (progress: Progress) => void;
  /** Takes the line away; afterwards nothing is written any more. */
  readonly done: () => void;
}

const SILENT = 1000;
const SPARSE = 15_000;
const CLEAR = "\r\u001b[2K";

/** Starts telling; the time runs from here. */
export function startProgress(stderr: Sink, clock: Clock): ProgressLine {
  const start = clock.now();
  let latest: Progress | undefined;
  let told: { readonly purpose: string; readonly at: number } | undefined;
  const stop = clock.every(stderr.isTTY ? 200 : 1000, tell);
  return { report, done };

  function report(progress: Progress): void {
    latest = progress;
    tell();
  }

  function tell(): void {
    const now = clock.now();
    if (latest === undefined || now - start < SILENT || !isDue(latest, now)) return;
    const line = formatProgress(latest, now - start);
    stderr.write(stderr.isTTY ? CLEAR + line.slice(0, (stderr.columns ?? 80) - 1) : `${line}\n`);
    told = { purpose: latest.purpose, at: now };
  }

  function isDue({ purpose }: Progress, now: number): boolean {
    if (told === undefined || told.purpose !== purpose) return true;
    return now - told.at >= (stderr.isTTY ? 100 : SPARSE);
  }

  function done(): void {
    stop();
    if (stderr.isTTY && told !== undefined) stderr.write(CLEAR);
    latest = undefined;
  }
}

/** "survey of rows: 42 %, 1,200,000 rows, 12 s" */
function formatProgress({ purpose, fraction, rows }: Progress, elapsed: number): string {
  const parts = [
    fraction === undefined ? "" : `${Math.floor(100 * fraction)} %`,
    rows === undefined ? "" : `${rows.toLocaleString("en-US")} rows`,
    `${Math.floor(elapsed / 1000)} s`,
  ];
  return `${purpose}: ${parts.filter(Boolean).join(", ")}`;
}

import { showCount } from "../numeric/show-number.js";
import { plainLine } from "../plain-line.js";
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

export function startProgress(stderr: Sink, clock: Clock): ProgressLine {
  const start = clock.now();
  const isTTY = stderr.isTTY === true;
  let latest: Progress | undefined;
  let statements = 0;
  let planned = 0;
  let last: { readonly purpose: string; readonly at: number } | undefined;
  const stop = clock.every(isTTY ? 200 : 1000, tell);
  return { report, done };

  function report(progress: Progress): void {
    if (progress.note !== undefined) {
      stderr.write(`${isTTY && last !== undefined ? CLEAR : ""}${plainLine(progress.note)}\n`);
      return;
    }
    planned += progress.planned ?? 0;
    if (progress.planned !== undefined) return;
    if (progress.begins === true) {
      statements += 1;
      planned = Math.max(0, planned - 1);
    }
    latest = furthest(latest, progress);
    tell();
  }

  function tell(): void {
    const now = clock.now();
    if (latest === undefined || now - start < SILENT || !isDue(latest, now)) return;
    const line = formatProgress(latest, {
      elapsed: now - start,
      statements,
      all: statements + planned,
      bar: isTTY,
    });
    stderr.write(isTTY ? CLEAR + line.slice(0, (stderr.columns ?? 80) - 1) : `${line}\n`);
    last = { purpose: latest.purpose, at: now };
  }

  function isDue({ purpose }: Progress, now: number): boolean {
    if (last === undefined) return true;
    if (!isTTY) return now - last.at >= SPARSE;
    return last.purpose !== purpose || now - last.at >= 100;
  }

  function done(): void {
    stop();
    if (isTTY && last !== undefined) stderr.write(CLEAR);
    latest = undefined;
  }
}

/** Of one statement the furthest that was told: engines count again for each of its steps. */
function furthest(before: Progress | undefined, now: Progress): Progress {
  if (before === undefined || now.begins === true || before.purpose !== now.purpose) return now;
  const most = (name: "fraction" | "rows"): Partial<Progress> => {
    const [a, b] = [before[name], now[name]];
    return a === undefined && b === undefined ? {} : { [name]: Math.max(a ?? 0, b ?? 0) };
  };
  return { ...now, ...most("fraction"), ...most("rows") };
}

const cells = 16;

interface State {
  readonly elapsed: number;
  /** How many have begun. */
  readonly statements: number;
  /** With those that are planned by now: what they find may ask for more. */
  readonly all: number;
  readonly bar: boolean;
}

/** "survey of rows [######----------] 42 %, 1,200,000 rows, statement 2 of 9, 12 s" */
function formatProgress(
  { purpose, fraction, rows }: Progress,
  { elapsed, statements, all, bar }: State,
): string {
  const full = Math.floor(cells * (fraction ?? 0));
  const drawn = fraction === undefined || !bar ? "" : `[${"#".repeat(full).padEnd(cells, "-")}] `;
  const parts = [
    fraction === undefined ? "" : `${drawn}${Math.floor(100 * fraction)} %`,
    rows === undefined ? "" : `${showCount(rows)} rows`,
    statements === 0 ? "" : `statement ${statements} of ${all}`,
    `${Math.floor(elapsed / 1000)} s`,
  ];
  return plainLine(`${purpose}${drawn === "" ? ":" : ""} ${parts.filter(Boolean).join(", ")}`);
}

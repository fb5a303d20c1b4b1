import { isoDay } from "../outcome.js";
import { logColumns } from "./log-columns.js";
import type { SessionBatch } from "./session-batch.js";
import { sessions } from "./sessions.js";
import { sumTruth, type Truth } from "./truth.js";
import type { DemoWorld } from "./world.js";

/** A row of the log by column name: numbers, and text for the feed and the ISO date. */
export type LogRow = Readonly<Record<string, number | string>>;

/** A small log in memory, with the truth for exactly these sessions. */
export interface SimulatedRows {
  readonly rows: readonly LogRow[];
  readonly trajectories: number;
  readonly truth: readonly Truth[];
}

/**
 * The log of a world as plain rows: the same columns and values that a file would hold. For tests
 * and small worlds; a log of a million rows belongs into a file.
 */
export function simulateRows(world: DemoWorld, seed: number): SimulatedRows {
  const truth = sumTruth(world);
  const rows: LogRow[] = [];
  let trajectories = 0;
  for (const batch of sessions(world, seed)) {
    truth.add(batch);
    trajectories += batch.trajectories.count;
    appendRows(rows, world, batch);
  }
  return { rows, trajectories, truth: truth.rows() };
}

function appendRows(rows: LogRow[], world: DemoWorld, batch: SessionBatch): void {
  const columns = logColumns(world, batch);
  for (let at = 0; at < batch.impressions.count; at++) {
    const row: Record<string, number | string> = {};
    for (const { name, type, data } of columns) {
      const value = data[at] ?? "";
      row[name] = type === "DATE" ? isoDay(Number(value)) : value;
    }
    rows.push(row);
  }
}

import { type Decision, decide } from "../../../dangers/decide.js";
import { dangers } from "../../../dangers/index.js";
import type { Line } from "../../../dangers/line.js";
import { precisionAt, rewardCells, trajectoriesOf } from "../../../dangers/precision.js";
import type { OpenTally } from "../open-tally.js";
import type { Difference } from "../result.js";
import { lineTablesOf } from "./line-tables-of.js";

/** One line of the verdicts: the difference that decides, among so many lines. */
export interface DecidedLine {
  readonly row: Difference;
  readonly better: "higher" | "lower";
  readonly lines: number;
}

/** Whether a call survives the dangers of which the log shows a sign; undefined where the tally has no tables for them. */
export function decisionOfLine(base: OpenTally, found: DecidedLine): Decision | undefined {
  const line = lineOf(base, found);
  return line === undefined ? undefined : decide(dangers, line);
}

function lineOf(base: OpenTally, { row, better, lines }: DecidedLine): Line | undefined {
  const tables = lineTablesOf(base, row);
  if (tables === undefined) return undefined;
  const plain = { difference: row.value, se: row.se, df: row.buckets - 1 };
  const { se, df } = precisionAt(plain, rewardCells(tables), trajectoriesOf(tables), 0);
  const level = levelOf(row, 1 - base.study.confidence);
  return { ...tables, better, level, lines, difference: row.value, se, df };
}

/** The level at which the row's own p is judged, whatever adjusts it: α/m for the default. */
const levelOf = ({ p, adjusted }: Difference, alpha: number): number =>
  p > 0 && adjusted.p > 0 ? alpha * Math.min(1, p / adjusted.p) : alpha / adjusted.family;

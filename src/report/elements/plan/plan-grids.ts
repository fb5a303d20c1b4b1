import { type Column, type Grid, numeric, texts } from "../../formats/grid.js";
import type { PlanLineView } from "./plan-view.js";

const places: readonly Column[] = [{ header: "policy", groups: true }, ...texts("reward", "feed")];

const placeCells = ({ policy, reward, feed }: PlanLineView): readonly string[] => [
  policy,
  reward,
  feed,
];

/** What the log finds, and what it takes, line by line. */
export const planGrid = (lines: readonly PlanLineView[], power: string): Grid => ({
  title: "What this log can settle",
  caption: "what the log finds, and what it takes",
  columns: [
    ...places,
    ...numeric(`found at ${power}`, "seen", "its power"),
    { header: "ties", numeric: true, spare: 1 },
    ...texts("to find it takes"),
  ],
  rows: lines.map((line) => [
    ...placeCells(line),
    ...[line.smallest, line.seen, line.power, line.ties, line.need],
  ]),
});

/** The same in fewer columns of a terminal: relative differences alone. */
export const narrowGrid = (lines: readonly PlanLineView[], power: string): Grid => ({
  ...planGrid(lines, power),
  columns: [...places, ...numeric("finds", "seen", "power"), ...texts("takes")],
  rows: lines.map((line) => [
    ...placeCells(line),
    ...[shortest(line.smallest), shortest(line.seen), line.power, line.need],
  ]),
  notes: [
    `Finds: the smallest difference that this log finds at ${power}, relative to the baseline where that can be; power: the chance to find what was seen; takes: what finding it takes. A wider terminal, --html or --format csv also give differences in units of the reward.`,
  ],
});

/** "+4.11 %" of "+0.012 (+4.11 %)" */
const shortest = (size: string): string => /\((.*)\)$/.exec(size)?.[1] ?? size;

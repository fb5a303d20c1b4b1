import { type Call, callOf, intervalOf, type Line, setAround, type Widened } from "./line.js";
import { finite } from "./reading.js";
import type { Reading, Role } from "./readings.js";

/** A reading of a line as a result says it: its differences, and how it counts. */
export interface ReadingFacts {
  /** The danger whose re-estimate it is, or the study's own difference. */
  readonly danger: Reading["code"];
  readonly role: Exclude<Role, "none">;
  readonly value: number;
  /** The differences that it leaves possible. */
  readonly set: readonly [number, number];
  readonly interval: readonly [number, number];
  /** From the study's own difference, with its standard error; null of that one. */
  readonly shift: number | null;
  readonly shiftSe: number | null;
}

/** The readings of a line of which the log shows a sign, and the study's own. */
export const readingFacts = (line: Line): readonly ReadingFacts[] => [
  ...ofReadings(line),
  ...(line.widened ?? []).map((each) => ofWidened(line, each)),
];

/** With the value farthest from the line's own. */
const ofWidened = (line: Line, { code, farthest }: Widened): ReadingFacts => ({
  danger: code,
  role: "added",
  value: line.difference + farthest.value,
  set: setAround(line, line.difference, line.se).ends,
  interval: intervalOf(line, line.difference, line.se),
  shift: farthest.value,
  shiftSe: finite(farthest.se),
});

const ofReadings = ({ widened, ...line }: Line): readonly ReadingFacts[] =>
  (line.readings ?? []).flatMap((reading) => {
    const { code: danger, role, read } = reading;
    if (role === "none") return [];
    const alone = aloneOf(line, reading);
    return [
      {
        ...{ danger, role },
        value: alone.difference,
        set: setAround(alone, alone.difference, alone.se).ends,
        interval: intervalOf(alone, alone.difference, alone.se),
        shift: read === undefined ? null : read.shift.value,
        shiftSe: read === undefined ? null : finite(read.shift.se),
      },
    ];
  });

/** The line by one of its readings alone. */
export function aloneOf(line: Line, reading: Reading): Line {
  const { offset, spread } = reading;
  const alone = { ...reading, role: "lead" as const, offset: 0, spread: 1 };
  return {
    ...line,
    difference: line.difference + offset,
    se: line.se * spread,
    readings: [alone],
  };
}

/** What a line is called by one of its readings alone. */
export const callBy = (line: Line, reading: Reading): Call => {
  const alone = aloneOf(line, reading);
  return callOf(alone, alone.difference, alone.se);
};

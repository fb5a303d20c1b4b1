import type { ReasonCode } from "../codes.js";
import { type Reason, reason, StudyError } from "../errors.js";
import { didYouMean } from "../numeric/nearest-name.js";

/** Reads flags, collecting every mistake, so that all of them are told at once. */
export interface FlagReader {
  readonly text: (name: string) => string | undefined;
  /** The values of a flag that takes several. */
  readonly texts: (name: string) => readonly string[];
  readonly isSet: (name: string) => boolean;
  readonly whole: (name: string, min: number) => number | undefined;
  /** A number strictly between the bounds. */
  readonly between: (name: string, low: number, high: number) => number | undefined;
  readonly choice: <Choice extends string>(
    name: string,
    choices: readonly Choice[],
  ) => Choice | undefined;
  readonly fault: (code: ReasonCode, message: string) => void;
  /** Throws a StudyError if there was any mistake. */
  readonly finish: () => void;
}

/** A reader of flags as commander parsed them: `--save-tally` is `saveTally`. */
export function readFlags(flags: Readonly<Record<string, unknown>>): FlagReader {
  const problems: Reason[] = [];
  const fault = (code: ReasonCode, message: string): void => {
    problems.push(reason(code, message));
  };
  const text = (name: string): string | undefined => {
    const value = flags[name];
    return typeof value === "string" ? value : undefined;
  };
  const number = (
    name: string,
    expected: string,
    fits: (value: number) => boolean,
  ): number | undefined => {
    const word = text(name);
    if (word === undefined) return undefined;
    const value = word.trim() === "" ? Number.NaN : Number(word);
    if (fits(value)) return value;
    fault("flag", `${flagName(name)} must be ${expected}; it is ${JSON.stringify(word)}.`);
    return undefined;
  };
  return {
    text,
    texts(name) {
      const value = flags[name];
      return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    },
    fault,
    isSet: (name) => flags[name] === true,
    whole: (name, min) =>
      number(name, `a whole number of at least ${min}`, (value) => {
        return Number.isSafeInteger(value) && value >= min;
      }),
    between: (name, low, high) =>
      number(name, `a number in (${low}, ${high})`, (value) => value > low && value < high),
    choice(name, choices) {
      const word = text(name);
      if (word === undefined) return undefined;
      const match = choices.find((choice) => choice === word);
      if (match === undefined) fault("flag", describeChoice(name, word, choices));
      return match;
    },
    finish() {
      if (problems.length > 0) throw new StudyError(problems);
    },
  };
}

/** Of a flag that may be given several times: each value after those before it. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** "saveTally" as it is typed: "--save-tally". */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function describeChoice(name: string, word: string, choices: readonly string[]): string {
  return `${flagName(name)} must be one of ${choices.join(", ")}; it is ${JSON.stringify(word)}.${didYouMean(word, choices)}`;
}

import { LogError, type Reason, reason } from "../../errors.js";

/** A text of a file in quotes, cut where it is long. */
export const showQuoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);

const mostTold = 5;

/** Collects mistakes of lines; the first ones are told together. */
export interface Faults {
  readonly add: (line: number, what: string) => void;
  /** Whether enough is known to stop. */
  readonly isFull: () => boolean;
  /** Throws a LogError if there was any. */
  readonly finish: () => void;
}

export function faultsOf(name: string): Faults {
  const reasons: Reason[] = [];
  return {
    add(line, what) {
      reasons.push(reason("lineInvalid", `${name}, line ${line}: ${what}`, { file: name, line }));
    },
    isFull: () => reasons.length >= mostTold,
    finish() {
      if (reasons.length > 0) throw new LogError(reasons);
    },
  };
}

export const notNumber = (what: string, text: string): string =>
  `the ${what} must be a finite number; it is ${showQuoted(text)}.${/^[+-]?\d+,\d+$/.test(text) ? " Write decimals with a point." : ""}`;

export const fileFault = (
  code:
    | "fileKind"
    | "emptyFile"
    | "columnMissing"
    | "fileMissing"
    | "fileUnreadable"
    | "lineInvalid",
  name: string,
  message: string,
  cause?: unknown,
): LogError => new LogError(reason(code, message, { file: name }), { cause });

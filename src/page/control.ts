import type { OpenTally } from "../evaluate/conclude/open-tally.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { Choice } from "./choice.js";
import type { NamedRange } from "./ranges.js";

/** What the controls of a page read: the tally that it holds, and what was concluded from it. */
export interface Grounds {
  readonly base: OpenTally;
  readonly result: Result;
  /** The days of the tally that may be chosen. */
  readonly days: readonly string[];
  /** Of a page without the tables of checks: those whose verdicts it holds. */
  readonly ranges: readonly NamedRange[];
}

/** Something that a reader may choose again. */
export interface Control {
  /** As the address of the page says it. */
  readonly name: string;
  readonly label: string;
  readonly choices: (grounds: Grounds) => readonly Choice[];
  /** Which pages have it besides those with the tables of checks: a page without holds the verdicts of every choice. */
  readonly on?: "every" | "light";
  /** The value that the run has. */
  readonly own: (grounds: Grounds) => string;
}

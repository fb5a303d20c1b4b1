import type { OpenTally } from "../evaluate/conclude/open-tally.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { Choice } from "./choice.js";

/** What the controls of a page read: the tally that it holds, and what was concluded from it. */
export interface Grounds {
  readonly base: OpenTally;
  readonly result: Result;
  /** Every day of the tally. */
  readonly days: readonly string[];
}

/** Something that a reader may choose again. */
export interface Control {
  /** As the address of the page says it. */
  readonly name: string;
  readonly label: string;
  readonly choices: (grounds: Grounds) => readonly Choice[];
  /** A page without the tables of checks holds the verdicts of every choice. */
  readonly needsNoChecks?: true;
  /** The value that the run has. */
  readonly own: (grounds: Grounds) => string;
}

import type { NumberParameter } from "../../parameters.js";
import type { Step } from "../step.js";

/**
 * A way in which a world breaks an assumption, by a number: at 0 it does nothing, and more is worse. A member
 * says what it does in the steps of a session; the simulation never asks which dials there are.
 */
export interface Dial {
  readonly name: string;
  readonly purpose: string;
  /** The assumption that it breaks. */
  readonly assumption: string;
  /** The values that it takes; 0 is one of them. */
  readonly value: Pick<NumberParameter, "min" | "max" | "open">;
  /** A value at which it is plain to see. */
  readonly strong: number;
  /**
   * What it moves: `log`, only the rows of the log; `draws`, also what is earned, but not what is earned on
   * average; `values`, the true values.
   */
  readonly moves: "log" | "draws" | "values";
  /** It shows only in worlds that log exposures, and is refused in others. */
  readonly needsExposures?: boolean;
  /** What it does at a value that is not 0. */
  readonly steps: (value: number) => Step;
}

import type { FitResult } from "../../evaluate/fit.js";

/** How to draw a fit; what a format cannot use it leaves aside. */
export interface FitDrawOptions {
  /** ANSI colours, in the terminal's table only. */
  readonly colour?: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** Level of the parameters' intervals, in (0, 1); 0.95 by default. */
  readonly confidence?: number;
}

/** One way to write down what a log says of its position bias. */
export interface FitFormat {
  readonly name: string;
  readonly purpose: string;
  readonly format: (result: FitResult, options?: FitDrawOptions) => string;
}

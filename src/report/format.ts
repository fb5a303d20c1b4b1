import type { Result } from "../evaluate/conclude/result.js";
import type { Truth } from "./truth.js";

/** How to draw a result; what a format cannot use it leaves aside. */
export interface DrawOptions {
  /** ANSI colours, in the terminal's table only. */
  readonly colour?: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** Known answers, printed beside the estimates. */
  readonly truth?: readonly Truth[];
}

/** One way to write a result down. */
export interface ReportFormat {
  readonly name: string;
  /** Ending of its files, with the dot. */
  readonly extension: string;
  readonly purpose: string;
  readonly format: (result: Result, options?: DrawOptions) => string;
}

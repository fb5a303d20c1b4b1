import type { Plotter } from "../charts/plotter.js";
import type { ReportDocument } from "../document.js";

/** How to write a document; a format ignores what it cannot use. */
export interface FormatOptions {
  /** ANSI colours, in the terminal's format only. */
  readonly colour?: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** In the terminal's format: the decision alone, on a screen of 80 columns and 24 lines. */
  readonly brief?: boolean;
  /** In the terminal's format: every danger of every line. */
  readonly full?: boolean;
  /** On a terminal: no character of data that would steer it. */
  readonly isTerminal?: boolean;
  /** In CSV: text that a spreadsheet would run as a formula begins with an apostrophe. */
  readonly markFormulas?: boolean;
  /** Draws the figures of the page; without it the page has their tables alone. */
  readonly plotter?: Plotter | undefined;
}

/** One way to write a document down. */
export interface ReportFormat {
  readonly name: string;
  /** Ending of its files, with the dot. */
  readonly extension: string;
  readonly purpose: string;
  readonly format: (document: ReportDocument, options?: FormatOptions) => string;
}

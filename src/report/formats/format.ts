import type { Plotter } from "../charts/plotter.js";
import type { ReportDocument } from "../document.js";

/** What makes a page interactive: a script in it, and data that the script reads. */
export interface LivePart {
  readonly script: string;
  /** The SHA-256 of the script in base64, by which the page's policy lets it run. */
  readonly hash: string;
  /** By name: text without "</", in elements of the id `hindcast-<name>`. */
  readonly blocks: Readonly<Record<string, string>>;
  /** How large a page with such a document is, and of what: "1.6 MB: document 0.3 MB, script 0.4 MB". */
  readonly weight: (document: number) => string;
}

/** How to write a document; a format ignores what it cannot use. */
export interface FormatOptions {
  /** ANSI colours, in the terminal's format only. */
  readonly colour?: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** In the terminal's format: the decision alone, on a screen of 80 columns and 24 lines. */
  readonly brief?: boolean;
  /** In the terminal's format: every check of every comparison. */
  readonly full?: boolean;
  /** On a terminal: no character of data that would steer it. */
  readonly isTerminal?: boolean;
  /** In CSV: text that a spreadsheet would run as a formula begins with an apostrophe. */
  readonly markFormulas?: boolean;
  /** Draws the figures of the page; without it the page has their tables alone. */
  readonly plotter?: Plotter | undefined;
  /** In the summary: the address of the page. */
  readonly link?: string | undefined;
  /** In HTML: what makes the page interactive. */
  readonly live?: LivePart | undefined;
}

/** One way to write a document down. */
export interface ReportFormat {
  readonly name: string;
  /** Ending of its files, with the dot. */
  readonly extension: string;
  readonly purpose: string;
  readonly format: (document: ReportDocument, options?: FormatOptions) => string;
}

import type { Figure, PlotLibrary } from "./figure.js";
import type { CsvCell } from "./formats/csv/line.js";
import type { Markup } from "./formats/html/markup.js";
import type { Paint } from "./formats/text/paint.js";

/** The formats that write elements; JSON writes the document itself. */
export type Written = "html" | "text" | "markdown" | "csv";

/** The terminal that a text is for. */
export interface TextStyle {
  readonly width: number;
  readonly paint: Paint;
  /** Every danger of every line, also those without a sign. */
  readonly full?: boolean;
  /** So much as a screen holds. */
  readonly brief?: boolean;
}

/** Lines of a terminal; an empty line stands between two blocks. */
export interface TextBlock {
  readonly lines: readonly string[];
  /** Stands directly under the block before it. */
  readonly joins?: boolean;
  /** A plot: its axes are round numbers, not numbers of the document. */
  readonly isPicture?: boolean;
}

export type CsvRow = Readonly<Record<string, CsvCell>>;

/** What an element writes into the one CSV table of a document. */
export interface CsvPart<View> {
  /** In their order; columns of other elements are placed among them. */
  readonly columns: readonly string[];
  /** Columns that are left out where every row leaves them empty. */
  readonly optional?: readonly string[];
  readonly rows: (view: View) => readonly CsvRow[];
}

/**
 * One part of a report: what it shows of a document, and how each format writes that. A format that it
 * does not declare leaves it out. It computes no statistics: `view` chooses and words what the
 * document's JSON holds.
 */
export interface ElementSpec<Source, View> {
  /** In kebab-case; the id of its section on the page. */
  readonly name: string;
  /** The heading of its section; null where it stands without one. */
  readonly title: string | null;
  /** Set where it has something to say of every document, be it empty. */
  readonly always?: boolean;
  /** A terminal that is to be brief shows only such elements, where a document has any. */
  readonly brief?: boolean;
  /** What it shows; null where it does not apply. */
  readonly view: (source: Source) => View | null;
  /** Pictures above what `html` writes; a page that is written without the plotting library leaves them out. */
  readonly figures?: (view: View, plot: PlotLibrary) => readonly Figure[];
  readonly html?: (view: View) => Markup | null;
  readonly text?: (view: View, style: TextStyle) => readonly TextBlock[];
  /** Blocks of Markdown; lists that follow each other become one list. */
  readonly markdown?: (view: View) => readonly string[];
  readonly csv?: CsvPart<View>;
  /** Numbers that are printed and not in the JSON: counts of rows, percentages, constants of the prose. */
  readonly derived?: (view: View) => readonly number[];
  /** The element that a format writes it after, where that is not its place in the list. */
  readonly after?: Readonly<Partial<Record<Written, string>>>;
  /** The element whose table holds the numbers of its pictures, where that is not itself. */
  readonly tabled?: string;
  /** What it adds to the style of the page. */
  readonly style?: string;
}

/** What an element shows of one document, ready to be written. */
export interface Shown {
  /** Null where it has no figures. */
  readonly figures: ((plot: PlotLibrary) => readonly Figure[]) | null;
  readonly html: () => Markup | null;
  readonly text: (style: TextStyle) => readonly TextBlock[];
  readonly markdown: () => readonly string[];
  readonly csv: () => readonly CsvRow[];
  readonly derived: () => readonly number[];
}

/** A member of a list of elements: a specification whose view is its own matter. */
export interface Element<Source>
  extends Pick<
    ElementSpec<Source, never>,
    "name" | "title" | "always" | "brief" | "after" | "tabled" | "style"
  > {
  readonly columns: readonly string[];
  readonly optional: readonly string[];
  /** What it shows of a document; null where it does not apply. */
  readonly show: (source: Source) => Shown | null;
}

/** Makes a member of a specification. */
export function defineElement<Source, View>(spec: ElementSpec<Source, View>): Element<Source> {
  const { view, figures, html, text, markdown, csv, derived, ...declared } = spec;
  return Object.freeze({
    ...declared,
    columns: csv?.columns ?? [],
    optional: csv?.optional ?? [],
    show: (source: Source): Shown | null => {
      const shown = view(source);
      if (shown === null) return null;
      return {
        figures: figures === undefined ? null : (plot) => figures(shown, plot),
        html: () => html?.(shown) ?? null,
        text: (style) => text?.(shown, style) ?? [],
        markdown: () => markdown?.(shown) ?? [],
        csv: () => csv?.rows(shown) ?? [],
        derived: () => derived?.(shown) ?? [],
      };
    },
  });
}

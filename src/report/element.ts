import type { Figure, PlotLibrary } from "./figure.js";
import type { CsvCell } from "./formats/csv/line.js";
import type { Block } from "./formats/grid.js";
import { blocksMarkup } from "./formats/html/blocks.js";
import type { Markup } from "./formats/html/markup.js";
import { blocksMarkdown } from "./formats/markdown/blocks.js";
import { markdownText } from "./formats/markdown/markdown-text.js";
import { blocksText } from "./formats/text/blocks.js";
import type { TextBlock, TextStyle } from "./formats/text/text-block.js";

export type { TextBlock, TextStyle } from "./formats/text/text-block.js";

/** The formats that write elements; JSON writes the document itself. */
export type ElementFormat = "html" | "text" | "markdown" | "csv";

export interface Medium extends Pick<TextStyle, "full" | "brief"> {
  readonly format: "html" | "text" | "markdown";
  /** Columns, of a terminal. */
  readonly width?: number;
}

export type CsvRow = Readonly<Record<string, CsvCell>>;

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
  /** Set where it has something to say about every document, even an empty one. */
  readonly always?: boolean;
  /** A terminal that is to be brief, and a summary, show only such elements, where a document has any. */
  readonly brief?: boolean;
  /** What it shows; null where it does not apply. */
  readonly view: (source: Source) => View | null;
  /**
   * What stands behind its heading on the page, where it is folded away under both, and all that a summary says of it;
   * null where it is left open.
   */
  readonly summary?: (view: View) => string | null;
  /** Whether it is printed open though it is folded on the screen; what is folded is not printed else. */
  readonly print?: (view: View) => boolean;
  /** Pictures above what `html` writes; a page that is written without the plotting library leaves them out. */
  readonly figures?: (view: View, plot: PlotLibrary) => readonly Figure[];
  /** Its tables and sentences, which every format writes in its own way, but those that have a function here. */
  readonly body?: (view: View, medium: Medium) => readonly Block[];
  readonly html?: (view: View) => Markup | null;
  readonly text?: (view: View, style: TextStyle) => readonly TextBlock[];
  /** Blocks of Markdown; lists that follow each other become one list. */
  readonly markdown?: (view: View) => readonly string[];
  readonly csv?: CsvPart<View>;
  /** Numbers that are printed and not in the JSON: counts of rows, percentages, constants of the prose. */
  readonly derived?: (view: View) => readonly number[];
  /** The element that a format writes it after, where that is not its place in the list. */
  readonly after?: Readonly<Partial<Record<ElementFormat, string>>>;
  /** The element whose table holds the numbers of its pictures, where that is not itself. */
  readonly tabled?: string;
  readonly style?: string;
}

export interface Content {
  /** Null where it has no figures. */
  readonly figures: ((plot: PlotLibrary) => readonly Figure[]) | null;
  /** Null where it stands open on the page. */
  readonly summary: () => string | null;
  readonly print: () => boolean;
  readonly html: () => Markup | null;
  readonly text: (style: TextStyle) => readonly TextBlock[];
  /** `brief`: so much as a summary holds. */
  readonly markdown: (brief?: boolean) => readonly string[];
  readonly csv: () => readonly CsvRow[];
  readonly derived: () => readonly number[];
}

export interface Element<Source>
  extends Pick<
    ElementSpec<Source, never>,
    "name" | "title" | "always" | "brief" | "after" | "tabled" | "style"
  > {
  readonly columns: readonly string[];
  readonly optional: readonly string[];
  readonly show: (source: Source) => Content | null;
}

export function defineElement<Source, View>(spec: ElementSpec<Source, View>): Element<Source> {
  const { view, summary, print, figures, body, html, text, markdown, csv, derived, ...declared } =
    spec;
  const blocks = (shown: View, medium: Medium): readonly Block[] => body?.(shown, medium) ?? [];
  const page = (shown: View): Markup | null => {
    const htmlBlocks = blocks(shown, { format: "html" });
    return htmlBlocks.length === 0 ? null : blocksMarkup(htmlBlocks);
  };
  const lines = (shown: View, style: TextStyle): readonly TextBlock[] =>
    blocksText(blocks(shown, { format: "text", ...style }), style);
  const inShort = (shown: View): readonly string[] | null => {
    const line = summary?.(shown) ?? null;
    return line === null ? null : [`- ${markdownText(`${spec.title}: ${line}`)}`];
  };
  return Object.freeze({
    ...declared,
    columns: csv?.columns ?? [],
    optional: csv?.optional ?? [],
    show: (source: Source): Content | null => {
      const shown = view(source);
      if (shown === null) return null;
      return {
        figures: figures === undefined ? null : (plot) => figures(shown, plot),
        summary: () => summary?.(shown) ?? null,
        print: () => print?.(shown) ?? false,
        html: () => (html ?? page)(shown),
        text: (style) => (text ?? lines)(shown, style),
        markdown: (brief = false) =>
          (brief ? inShort(shown) : null) ??
          markdown?.(shown) ??
          blocksMarkdown(blocks(shown, { format: "markdown", brief })),
        csv: () => csv?.rows(shown) ?? [],
        derived: () => derived?.(shown) ?? [],
      };
    },
  });
}

import type { Content, Element, ElementFormat } from "./element.js";
import type { Table } from "./tables/table.js";

/** What a report is of: a result, a fit or a check, as elements that formats write. */
export interface ReportDocument {
  /** The release that made it. */
  readonly hindcast: string;
  /** The heading of a page. */
  readonly title: string;
  /** A sentence under the heading. */
  readonly lead: string;
  /** Those of a result are made where they are read: JSON needs none. */
  readonly chapters: readonly Chapter[];
  /** What JSON writes; every number that another format prints is in it. */
  readonly json: unknown;
  /** The same with texts from logs and studies on one line, without control characters. */
  readonly printable: () => ReportDocument;
  /** Kinds of rows that it can be written as, each alone, by their names. */
  readonly tables?: Readonly<Record<string, () => Table>>;
}

/** Elements that belong together: a feed under its heading, or the document itself. */
export interface Chapter {
  /** Null where each element has a section of its own. */
  readonly heading: { readonly id: string; readonly text: string } | null;
  readonly parts: readonly Part[];
}

/** An element of a document with what it shows of it; null where it does not apply. */
export interface Part extends Omit<Element<never>, "show"> {
  readonly shown: Content | null;
}

export function chapter<Source>(
  elements: readonly Element<Source>[],
  source: Source,
  heading: Chapter["heading"] = null,
): Chapter {
  const parts = elements.map(({ show, ...declared }) => ({ ...declared, shown: show(source) }));
  return { heading, parts };
}

/** Whether a page of the document has figures, for which its format needs `loadPlotter()`. */
export const hasFigures = ({ chapters }: ReportDocument): boolean =>
  chapters.some(({ parts }) => parts.some(({ shown }) => (shown?.figures ?? null) !== null));

/** Those that are to be read where there is room for few: all where none is marked so. */
export function briefly(parts: readonly Part[]): readonly Part[] {
  const short = parts.filter(({ brief, shown }) => brief === true && shown !== null);
  return short.length > 0 ? short : parts;
}

/** Parts in the order of the list, but for those that a format writes after another one. */
export function inOrder(parts: readonly Part[], format: ElementFormat): readonly Part[] {
  const names = new Set(parts.map(({ name }) => name));
  const isMoved = ({ after }: Part): boolean => names.has(after?.[format] ?? "");
  const followers = (name: string): readonly Part[] =>
    parts
      .filter(({ after }) => after?.[format] === name)
      .flatMap((part) => [part, ...followers(part.name)]);
  return parts.filter((part) => !isMoved(part)).flatMap((part) => [part, ...followers(part.name)]);
}

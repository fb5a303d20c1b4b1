import { InternalError } from "../../errors.js";
import type { ReportDocument } from "../document.js";
import type { ReportFormat } from "./format.js";

export interface FormatSample {
  readonly document: ReportDocument;
  /** One whose numbers are NaN or infinite. */
  readonly notNumbers: ReportDocument;
}

/** What holds for every format; throws an InternalError naming the format where it does not. */
export interface FormatLaw {
  readonly name: string;
  readonly check: (format: ReportFormat, sample: FormatSample) => void;
}

export const formatLaws: readonly FormatLaw[] = [
  { name: "it is a function of the document and the options alone", check: repeats },
  { name: "it ends with a line break, also where the document has no elements", check: ends },
  { name: "it never prints what is not a number", check: numbersOnly },
  { name: "its name is a word, and its extension begins with a dot", check: isNamed },
];

function repeats(format: ReportFormat, { document }: FormatSample): void {
  const [first, second] = [format.format(document), format.format(document)];
  if (first !== second) broken(format, "two renderings of a document differ");
}

function ends(format: ReportFormat, { document }: FormatSample): void {
  const bare: ReportDocument = { ...document, chapters: [], printable: () => bare };
  for (const reportDocument of [document, bare]) {
    if (!format.format(reportDocument).endsWith("\n"))
      broken(format, "it does not end with a line break");
  }
}

function numbersOnly(format: ReportFormat, { notNumbers }: FormatSample): void {
  const text = format.format(notNumbers).replace(/<style>[\s\S]*<\/style>/, "");
  const [wrong] = /\b(NaN|Infinity|undefined)\b|\[object/.exec(text) ?? [];
  if (wrong !== undefined) broken(format, `it prints ${wrong}`);
}

function isNamed(format: ReportFormat): void {
  if (!/^[a-z]+$/.test(format.name)) broken(format, "its name is not one word of small letters");
  if (!/^\.[a-z]+$/.test(format.extension))
    broken(format, "its extension does not begin with a dot");
}

function broken({ name }: ReportFormat, what: string): never {
  throw new InternalError(`The format ${name} breaks a law: ${what}.`);
}

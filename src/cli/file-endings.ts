import { extname } from "node:path";
import { type ReportFormat, reportFormats } from "../report/index.js";
import type { FlagReader } from "./flag-reader.js";

const endingOf = (file: string): string => extname(file).toLowerCase();

/** ".txt, .json, .csv, .md, .html" */
export const endings: string = [...new Set(reportFormats.map(({ extension }) => extension))].join(
  ", ",
);

export const isParquet = (file: string): boolean => endingOf(file) === ".parquet";

/** Endings that say a form which is not written, whatever --format says. */
const otherForms: ReadonlySet<string> = new Set(
  ".parquet .pq .xlsx .xls .ods .pdf .png .svg .docx .yaml .yml .jsonl .ndjson .tsv .gz .zip".split(
    " ",
  ),
);

/**
 * The format that the ending of --output says; undefined where it says none. What is written is what the name says:
 * an ending of a form that is not written is a mistake, and so is one of another format than --format.
 */
export function formatOfFile(file: string, flags: FlagReader): ReportFormat | undefined {
  const ending = endingOf(file);
  const formatName = flags.text("format");
  const ofEnding = reportFormats.filter(({ extension }) => extension === ending);
  const reportFormat = ofEnding.find(({ name }) => name === formatName) ?? ofEnding[0];
  if (reportFormat === undefined) {
    const isFree = ending === "" || (formatName !== undefined && !otherForms.has(ending));
    if (!isFree) refuse("--output", file, endings, flags);
  } else if (formatName !== undefined && formatName !== reportFormat.name && ending !== ".txt") {
    const message = `--output "${file}" is ${reportFormat.name} by its name, and --format says ${formatName}; give one of them, or another name.`;
    flags.fault("flag", message);
  }
  return reportFormat;
}

/** Whether --html names a page, by its ending. */
export function checkPage(file: string, flags: FlagReader): void {
  if (!["", ".html", ".htm"].includes(endingOf(file))) refuse("--html", file, ".html", flags);
}

function refuse(flag: string, file: string, written: string, flags: FlagReader): void {
  const isTable = /^\.(?:parquet|pq|xlsx?|ods)$/.test(endingOf(file));
  const instead = isTable
    ? " Spreadsheets and data frames read .csv; evaluate and report write .parquet of one --table."
    : "";
  const message = `${flag} must end in what is written (${written}); it is "${file}".${instead}`;
  flags.fault("flag", message);
}

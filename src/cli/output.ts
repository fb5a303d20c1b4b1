import { extname } from "node:path";
import type { Command } from "commander";
import {
  formatHtml,
  type ReportDocument,
  type ReportFormat,
  reportFormats,
} from "../report/index.js";
import type { FlagReader } from "./flag-reader.js";
import type { Session } from "./session.js";

const names = reportFormats.map(({ name }) => name);

/** "table (for the terminal), json (everything, full precision), …" */
export const formatList = (): string =>
  reportFormats.map(({ name, purpose }) => `${name} (${purpose})`).join(", ");

/** Where a document goes, and how it is written there. */
export interface Output {
  readonly format: ReportFormat;
  /** Absent: stdout. */
  readonly file: string | undefined;
  /** Also the page, to this file. */
  readonly html: string | undefined;
  /** Everything, where the terminal usually shows what matters most. */
  readonly full: boolean;
}

/** Declares --format and --output. */
export function declareOutput(command: Command, usual: string): Command {
  return command
    .option("-f, --format <name>", `${formatList()}; by the ending of --output, else ${usual}`)
    .option("-o, --output <file>", "write to this file instead of stdout");
}

/** Reads --format, --output and --html; without a format the file's ending decides. */
export function readOutput(flags: FlagReader, usual: string): Output {
  const file = flags.text("output");
  const ending = file === undefined ? "" : extname(file).toLowerCase();
  const byEnding = reportFormats.find(({ extension }) => extension === ending)?.name;
  return {
    format: readFormat(flags, byEnding ?? usual),
    file,
    html: flags.text("html"),
    full: flags.isSet("full"),
  };
}

/** Reads --format. */
export function readFormat(flags: FlagReader, usual: string): ReportFormat {
  const name = flags.choice("format", names) ?? usual;
  return reportFormats.find((format) => format.name === name) ?? reportFormats[0];
}

/** Writes a document where the flags said. */
export async function writeDocument(
  document: ReportDocument,
  { format, file, html, full }: Output,
  session: Session,
): Promise<void> {
  if (html !== undefined) await session.writeText(html, formatHtml(document));
  if (file !== undefined) await session.writeText(file, format.format(document, { full }));
  else session.print(format.format(document, { ...session.terminal, full }));
  for (const path of session.keptFiles()) session.say(`wrote ${path}`);
}

import type { Command } from "commander";
import type { Live } from "../page/index.js";
import {
  encodeParquet,
  formatHtml,
  hasFigures,
  loadPlotter,
  type ReportDocument,
  type ReportFormat,
  reportFormats,
  resultTables,
  tableDocument,
} from "../report/index.js";
import { checkPage, endings, formatOfFile, isParquet } from "./file-endings.js";
import type { FlagReader } from "./flag-reader.js";
import type { Session } from "./session.js";

const names = reportFormats.map(({ name }) => name);

const tableNames = resultTables.map(({ name }) => name);

/** "table (for the terminal), json (everything, full precision), …" */
export const formatList = (): string =>
  reportFormats.map(({ name, purpose }) => `${name} (${purpose})`).join(", ");

const csvCells = ["marked", "plain"] as const;
type CsvCells = (typeof csvCells)[number];

/** Where a document goes, and how it is written there. */
export interface Output {
  readonly format: ReportFormat;
  /** The kind of rows that is written alone. */
  readonly table: string | undefined;
  /** Absent: stdout. */
  readonly file: string | undefined;
  /** Also the page, to this file. */
  readonly html: string | undefined;
  /** Where a summary says that the page is. */
  readonly link: string | undefined;
  /** How text of CSV is written; absent: marked in files. */
  readonly csvCells: CsvCells | undefined;
  /** Every check of every verdict. */
  readonly full: boolean;
  /** All that the page has, where the terminal usually shows what a screen holds. */
  readonly verbose: boolean;
  /** The page to show in a browser. */
  readonly page: string | undefined;
}

/** Declares --format, --output and what shows the page: the same for every command that answers with a document. */
export function declareOutput(command: Command, usual: string): Command {
  command
    .option("-f, --format <name>", `${formatList()}; by the ending of --output, else ${usual}`)
    .option("-o, --output <file>", `write to this file instead of stdout (${endings})`)
    .option(
      "--csv-cells <how>",
      "in CSV: marked (an apostrophe before text that a spreadsheet would run: usual in files) or plain (usual on stdout)",
    );
  return declarePage(command).option(
    "--verbose",
    "in the table: everything that the page has, not what a screen holds",
  );
}

export const declarePage = (command: Command): Command =>
  command
    .option("--html <file>", "also write the page to this file")
    .option("--link <address>", "in a summary: where the page is; usual: the file of --html")
    .option("--open", "also show the page in a browser");

export const declareAnswer = (command: Command): Command =>
  command
    .option(
      "--table <rows>",
      `one kind of row alone: ${tableNames.join(", ")}; as CSV, or by the ending of --output, also .parquet`,
    )
    .option(
      "--full",
      "as --verbose, with every check of every verdict, also those without evidence; a page holds all that its verdicts rest on, however large",
    )
    .option("--title <text>", "the heading of the page");

/** Reads --format, --table, --output and --html; without a format the file's ending decides. */
export function readOutput(flags: FlagReader, usual: string): Output {
  const file = flags.text("output");
  const table = flags.choice("table", tableNames);
  const isText = file !== undefined && !(table !== undefined && isParquet(file));
  if (file !== undefined && !isText && flags.text("format") !== undefined) {
    flags.fault("flag", `--output "${file}" is Parquet by its name; leave --format out.`);
  }
  const byEnding = isText ? formatOfFile(file, flags) : undefined;
  const format = readFormat(flags, byEnding?.name ?? (table === undefined ? usual : "csv"));
  const cells = flags.choice("csvCells", csvCells);
  return { format, table, file, csvCells: cells, ...readPage(flags, format, file) };
}

/** An address of the web, or a path. */
function readLink(flags: FlagReader): string | undefined {
  const link = flags.text("link");
  if (link !== undefined && /^(?!https?:)[a-z][\w+.-]*:/i.test(link.trim())) {
    flags.fault("flag", `--link must be an address (https://…) or a path; it is "${link}".`);
  }
  return link;
}

export function readPage(
  flags: FlagReader,
  format: ReportFormat,
  file?: string,
): Omit<Output, "format" | "table" | "file" | "csvCells"> {
  const html = flags.text("html");
  if (html !== undefined) checkPage(html, flags);
  const page = html ?? (format.extension === ".html" ? file : undefined);
  const open = flags.isSet("open");
  if (open && page === undefined) {
    flags.fault("flag", "--open shows a page: say where it goes, as in --html page.html --open.");
  }
  return {
    html,
    link: readLink(flags) ?? html,
    page: open ? page : undefined,
    full: flags.isSet("full"),
    verbose: flags.isSet("verbose") || flags.isSet("full"),
  };
}

export function readFormat(flags: FlagReader, usual: string): ReportFormat {
  const name = flags.choice("format", names) ?? usual;
  return reportFormats.find((format) => format.name === name) ?? reportFormats[0];
}

/** Writes a document where the flags said; `makeLive` makes a page of it answer again. */
export async function writeDocument(
  document: ReportDocument,
  { format, table, file, csvCells: cells, html, link, full, verbose, page }: Output,
  session: Session,
  makeLive?: () => Promise<Live>,
): Promise<void> {
  const { deliver } = session.effects;
  const brief = !verbose;
  const isPage = html !== undefined || (deliver === undefined && format.extension === ".html");
  const plotter = isPage && hasFigures(document) ? await loadPlotter() : undefined;
  const markFormulas =
    (cells ?? (file?.toLowerCase().endsWith(".csv") ? "marked" : "plain")) === "marked";
  const live = isPage ? await makeLive?.() : undefined;
  const options = { full, brief, plotter, markFormulas, live, link };
  const markup = isPage ? formatHtml(document, options) : "";
  if (html !== undefined) await session.writeText(html, markup);
  const rows = table === undefined ? undefined : document.tables?.[table]?.();
  const answer = rows === undefined ? document : tableDocument(rows, document.hindcast);
  if (file === undefined && deliver !== undefined) await deliver(answer, options, makeLive);
  else if (file === undefined)
    session.print(format.format(answer, { ...session.terminal, ...options }));
  else if (rows === undefined || !isParquet(file))
    await session.writeText(file, format.format(answer, options));
  else await session.writeText(file, await encodeParquet(rows));
  for (const path of session.keptFiles()) session.say(`wrote ${path}`);
  if (live !== undefined) await sayWeight(markup, live, session);
  if (page !== undefined) session.show(page);
}

/** How large a page is that answers again, and why. */
async function sayWeight(page: string, live: Live, { modules, say }: Session): Promise<void> {
  const { weightOf } = await modules.page();
  say(`page: ${weightOf(page, live)}`);
}

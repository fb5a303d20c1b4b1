import { extname } from "node:path";
import type { Command } from "commander";
import type { Result } from "../evaluate/conclude/result.js";
import { type ReportFormat, reportFormats, type Truth } from "../report/index.js";
import type { FlagReader } from "./flag-reader.js";
import type { Session } from "./session.js";

const names = reportFormats.map(({ name }) => name);

/** Where a result goes, and how it is written there. */
export interface Output {
  readonly format: ReportFormat | undefined;
  /** Absent: stdout. */
  readonly file: string | undefined;
  readonly html: string | undefined;
}

/** Declares --format and --output. */
export function declareOutput(command: Command, usual: string): Command {
  const list = reportFormats.map(({ name, purpose }) => `${name} (${purpose})`).join(", ");
  return command
    .option("-f, --format <name>", `${list}; by the ending of --output, else ${usual}`)
    .option("-o, --output <file>", "write to this file instead of stdout");
}

/** Reads --format, --output and --html; without a format the file's ending decides. */
export function readOutput(flags: FlagReader, usual: string): Output {
  const file = flags.text("output");
  const asked = flags.choice("format", names);
  const ending = file === undefined ? "" : extname(file).toLowerCase();
  const byEnding = reportFormats.find(({ extension }) => extension === ending)?.name;
  const name = asked ?? byEnding ?? usual;
  return {
    format: reportFormats.find((format) => format.name === name),
    file,
    html: flags.text("html"),
  };
}

/** Writes a result where the flags said. */
export async function writeResult(
  result: Result,
  { format, file, html }: Output,
  session: Session,
  truth?: readonly Truth[],
): Promise<void> {
  const known = truth === undefined ? {} : { truth };
  const draw = (name: string): string =>
    reportFormats.find((each) => each.name === name)?.format(result, known) ?? "";
  if (html !== undefined) await session.writeText(html, draw("html"));
  if (file !== undefined) await session.writeText(file, format?.format(result, known) ?? "");
  else session.print(format?.format(result, { ...session.terminal, ...known }) ?? "");
  for (const path of session.keptFiles()) session.say(`wrote ${path}`);
}

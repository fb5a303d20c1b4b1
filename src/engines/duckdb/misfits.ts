import { EngineError } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Misfits } from "../../sql/engine.js";
import type { FilesRef, TextForm } from "../../sql/relation.js";
import { bitOf } from "../../sql/text-types.js";
import { engineDialect } from "./dialect.js";
import type { Run } from "./odd-lines.js";
import { kindOfText } from "./text-forms.js";

/** The texts of a column that are no numbers, with the line of one. */
export async function misfitsOf(
  run: Run,
  files: FilesRef,
  form: TextForm,
  column: string,
): Promise<Misfits | undefined> {
  const value = duckdbDialect.identifier(column);
  const isOther = `${kindOfText(value)} NOT IN (0, ${bitOf("whole")}, ${bitOf("wide")}, ${bitOf("number")})`;
  const texts = engineDialect.source({ ...files, form: typed(form, column, "VARCHAR") });
  const [[count = 0, example] = []] = await run(
    `SELECT COUNT(*), MIN(${value}) FROM ${texts} WHERE ${isOther}`,
  );
  if (Number(count) === 0) return undefined;
  const numbers = engineDialect.source({ ...files, form: typed(form, column, "DOUBLE") });
  const said = await refusalOf(() => run(`SELECT COUNT(${value}) FROM ${numbers}`));
  return { count: Number(count), example: String(example), ...placeIn(said) };
}

const typed = (form: TextForm, column: string, type: string): TextForm => ({
  ...form,
  columns: form.columns.map((field) => (field.name === column ? { ...field, type } : field)),
});

async function refusalOf(read: () => Promise<unknown>): Promise<string> {
  try {
    await read();
    return "";
  } catch (error) {
    if (!(error instanceof EngineError) || error.failure === "cancelled") throw error;
    return String(error.cause);
  }
}

const places = [
  /CSV Error on Line: (?<line>\d+)[\s\S]*Could not convert string "(?<example>[\s\S]*)" to 'DOUBLE'[\s\S]*\n {2}file = (?<file>.*)/,
  /in file "(?<file>[^"]*)", in line (?<line>\d+): [^"\n]*"(?<example>.*)"/,
];

function placeIn(said: string): Partial<Misfits> {
  for (const pattern of places) {
    const { file, line, example } = pattern.exec(said)?.groups ?? {};
    if (file !== undefined && example !== undefined) {
      return { example, place: { file, line: Number(line) } };
    }
  }
  return {};
}

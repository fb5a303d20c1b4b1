import type { Connection } from "../../sql/engine.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { namesOf } from "./columns.js";
import { askOfColumns } from "./file-group.js";
import { type Part, quotedName } from "./rows-in-query.js";

interface TextForm {
  readonly name: string;
  readonly pattern: string;
  readonly parts: (text: string) => Readonly<Record<string, string>>;
}

/** Under no name of its own a list takes the place of its text. */
const inPlace = "";
const entries = (text: string): string => String.raw`regexp_extract_all(${text}, '[^\[\],\s"'']+')`;
const itemOrClick = (text: string, group: number): string =>
  String.raw`regexp_extract_all(${text}, '(\S+)-([01])(?:\s|$)', ${group})`;

/** Every value that is not empty must have the form; the first one counts. */
const forms: readonly TextForm[] = [
  {
    // MIND: an item and whether it was clicked, "N1-0 N2-1".
    name: "clicked",
    pattern: String.raw`\S+-[01](\s+\S+-[01])*`,
    parts: (text) => ({
      items: itemOrClick(text, 1),
      clicks: `cast(${itemOrClick(text, 2)} as bigint[])`,
    }),
  },
  {
    name: "whole",
    pattern: String.raw`\[\s*(-?(0|[1-9]\d{0,17})(\s*[,\s]\s*-?(0|[1-9]\d{0,17}))*)?\s*\]`,
    parts: (text) => ({ [inPlace]: `cast(${entries(text)} as bigint[])` }),
  },
  {
    name: "number",
    pattern: String.raw`\[\s*(-?\d+(\.\d*)?(\s*[,\s]\s*-?\d+(\.\d*)?)*)?\s*\]`,
    parts: (text) => ({ [inPlace]: `cast(${entries(text)} as double[])` }),
  },
  {
    name: "any",
    pattern: String.raw`\[[^\[\]{}]*\]`,
    parts: (text) => ({ [inPlace]: entries(text) }),
  },
];

export async function listsInText(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<readonly Part[]> {
  const texts = columns.filter(({ type }) => type === "text");
  const answers = await askOfColumns(connection, rows, texts, (text) => ({
    values: `count(nullif(trim(${text}), ''))`,
    ...Object.fromEntries(
      forms.map(({ name, pattern }) => [
        name,
        `count_if(regexp_full_match(trim(${text}), '${pattern}'))`,
      ]),
    ),
  }));
  const names = namesOf(columns);
  return answers.flatMap(({ name: column, number }) => {
    const values = number("values");
    const form = forms.find(({ name }) => values > 0 && number(name) === values);
    const nameOf = (name: string): string => {
      if (name === inPlace) return column;
      return names.includes(name) ? `${column}_${name}` : name;
    };
    return Object.entries(form?.parts(quotedName(column)) ?? {}).map(
      ([name, sql]): Part => ({ column, name: nameOf(name), sql }),
    );
  });
}

import type { Connection, SourceColumn } from "../../sql/index.js";
import { askOfQuery } from "./ask-of-query.js";
import { quotedName } from "./file-in-query.js";
import type { ListsInFiles } from "./lists-in-query.js";

/** Forms in which lists are written as text: every value that is not empty must have the form. */
const forms = {
  /** MIND: an item and whether it was clicked, "N1-0 N2-1". */
  clicked: String.raw`\S+-[01](\s+\S+-[01])*`,
  whole: String.raw`\[\s*(-?(0|[1-9]\d{0,17})(\s*[,\s]\s*-?(0|[1-9]\d{0,17}))*)?\s*\]`,
  number: String.raw`\[\s*(-?\d+(\.\d*)?(\s*[,\s]\s*-?\d+(\.\d*)?)*)?\s*\]`,
  any: String.raw`\[[^\[\]{}]*\]`,
} as const;
type Form = keyof typeof forms;

/** Columns of text that hold lists, as lists. */
export async function listsInText(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<ListsInFiles["texts"]> {
  const texts = columns.filter(({ type }) => type === "text");
  if (texts.length === 0) return [];
  const asked = texts.flatMap(({ name }, at) => [
    [`values_${at}`, `count(nullif(trim(${quotedName(name)}), ''))`] as const,
    ...Object.entries(forms).map(([form, pattern]) => {
      const matches = `regexp_full_match(trim(${quotedName(name)}), '${pattern}')`;
      return [`${form}_${at}`, `count_if(${matches})`] as const;
    }),
  ]);
  const found = await askOfQuery(connection, rows, Object.fromEntries(asked), "double");
  const taken = columns.map(({ name }) => name);
  return texts.flatMap(({ name }, at) => {
    const values = found.numberOrZero(`values_${at}`);
    const form = (Object.keys(forms) as Form[]).find(
      (each) => values > 0 && found.numberOrZero(`${each}_${at}`) === values,
    );
    return form === undefined ? [] : asLists(name, form, taken);
  });
}

function asLists(column: string, form: Form, taken: readonly string[]): ListsInFiles["texts"] {
  const text = quotedName(column);
  if (form === "clicked") {
    const free = (name: string): string => (taken.includes(name) ? `${column}_${name}` : name);
    const part = (group: number): string =>
      String.raw`regexp_extract_all(${text}, '(\S+)-([01])(?:\s|$)', ${group})`;
    return [
      { column, name: free("items"), sql: part(1) },
      { column, name: free("clicks"), sql: `cast(${part(2)} as bigint[])` },
    ];
  }
  const parts = String.raw`regexp_extract_all(${text}, '[^\[\],\s"'']+')`;
  const type = { whole: "bigint[]", number: "double[]", any: undefined }[form];
  return [{ column, name: column, sql: type ? `cast(${parts} as ${type})` : parts }];
}

import { Document, parse, visit } from "yaml";
import { reason, StudyError } from "../errors.js";
import { plainLine } from "../plain-line.js";

export type WriteValue = (value: unknown) => string;

const plainName = /^[\p{L}_][\p{L}\p{N}_./-]*$/u;
// Those that JSON leaves as they are; all are in the first 65,536.
const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A value in one line: names that are words as they are, all other text in double quotes. */
export const oneLine: WriteValue = (value) => {
  const document = new Document(value);
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === "string" && !plainName.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const format = { lineWidth: 0, blockQuote: false, doubleQuotedAsJSON: true } as const;
  return document
    .toString({ ...format, collectionStyle: "flow" })
    .trim()
    .replaceAll(controls, escaped);
};

const escaped = (control: string): string =>
  control.length > 1 ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The text whose lines `lines` writes, each a line whatever the values hold. Throws a StudyError unless it reads as
 * the same lines with harmless words in the place of the values.
 */
export function checkedText(lines: (write: WriteValue) => readonly string[]): string {
  const text = lines(oneLine).map(plainLine).join("\n");
  const values: unknown[] = [];
  const named = lines((value) => `value_${values.push(value) - 1}_`).map(plainLine);
  const intended = filledIn(parse(named.join("\n")), values);
  const read = readOrFault(text);
  if (JSON.stringify(read) === JSON.stringify(intended)) return text;
  const fault = read instanceof Error ? `: ${read.message.split("\n")[0]}` : "";
  const message = `Some name of a column, a file or a policy cannot be written into a study so that it reads back as it is${fault}. Rename what is called by more than 1,000 characters, or by others than letters and digits, and run it again.`;
  throw new StudyError(reason("output", message));
}

function readOrFault(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    return error;
  }
}

/** What was read, with the values where their words stand. */
function filledIn(read: unknown, values: readonly unknown[]): unknown {
  if (typeof read === "string") {
    const at = /^value_(\d+)_$/.exec(read)?.[1];
    return at === undefined ? read : values[Number(at)];
  }
  if (Array.isArray(read)) return read.map((item) => filledIn(item, values));
  if (typeof read !== "object" || read === null) return read;
  return Object.fromEntries(
    Object.entries(read).map(([key, value]) => [
      String(filledIn(key, values)),
      filledIn(value, values),
    ]),
  );
}

/** The parser calls itself for each level, and a regular expression compiled at the end of the stack ends Node. */
export const mostLevels = 500;

/** Where a text of YAML or JSON opens more levels than that, by brackets or by marks of lists in one line. */
export function tooDeepAt(text: string): number | undefined {
  let [brackets, marks] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === "[" || sign === "{") brackets++;
    else if (sign === "]" || sign === "}") brackets = Math.max(0, brackets - 1);
    if (isMark(sign) && isBlank(text[at + 1])) marks++;
    else if (!isBlank(sign)) marks = 0;
    if (brackets > mostLevels || marks > mostLevels) return at;
  }
  return undefined;
}

const isMark = (sign: string): boolean => sign === "-" || sign === "?" || sign === ":";

const isBlank = (sign: string | undefined): boolean => sign === " " || sign === "\t";

// Those below 32 are escaped in any JSON. The second sign of "##[" and "##vso[" ends a command of a CI runner.
const controls = /[\u007f-\u009f\u2028\u2029]|(?<=#)#(?=\w*\[)/g;

/**
 * JSON with two spaces; an infinity, which JSON has not, is written as a study file writes it, and what steers
 * a terminal or a CI runner is escaped.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, finite, 2).replace(controls, escaped);
}

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

function finite(_key: string, value: unknown): unknown {
  if (value === Number.POSITIVE_INFINITY) return "inf";
  return value === Number.NEGATIVE_INFINITY ? "-inf" : value;
}

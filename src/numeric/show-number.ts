const MISSING = "–";

/** A number at so many decimals, in powers of ten where it is very large or very small. */
export function showNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return MISSING;
  const size = Math.abs(value);
  if (size >= 1e9 || decimals > 9) return value.toExponential(3);
  return withoutMinusZero(value.toFixed(decimals));
}

/** As `showNumber`, with a plus before what is above zero: for differences. */
export function showSigned(value: number, decimals: number): string {
  const text = showNumber(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A count with its thousands apart: `showCount(1234567)` is "1,234,567". */
export function showCount(count: number): string {
  if (!Number.isFinite(count)) return MISSING;
  // Whole counts are grouped here: loading the data of locales takes 10 ms of every command.
  return Number.isSafeInteger(count)
    ? String(count).replace(/\B(?=(\d{3})+$)/g, ",")
    : count.toLocaleString("en-US");
}

/** At most four significant digits of a lone statistic: `showStatistic(0.98765)` is "0.9877". */
export function showStatistic(value: number): string {
  if (!Number.isFinite(value)) return MISSING;
  return Number.isInteger(value) ? showCount(value) : String(Number(value.toPrecision(4)));
}

/** "1 day", "1,024 trajectories": a count with its noun. */
export const counted = (count: number, one: string, several: string = pluralOf(one)): string =>
  `${showCount(count)} ${count === 1 ? one : several}`;

const pluralOf = (noun: string): string =>
  /[^aeo]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;

/** Two significant digits of a lone figure, whole from 100 on: "1.4", "140", "48,000". */
export function showTwoDigits(value: number): string {
  if (!Number.isFinite(value)) return MISSING;
  const text = value.toPrecision(2);
  return Math.abs(Number(text)) < 100 ? text : Number(text).toLocaleString("en-US");
}

/** A p-value: "p = 0.032", "p < 0.0001". */
export function showP(p: number): string {
  const text = showBareP(p);
  return text.startsWith("<") ? `p ${text}` : `p = ${text}`;
}

/** A p-value without its letter, for columns: "0.032", "< 0.0001". */
export function showBareP(p: number): string {
  if (!Number.isFinite(p)) return MISSING;
  if (p < 0.0001) return "< 0.0001";
  return p >= 0.1 ? p.toFixed(2) : p.toPrecision(2);
}

/** A proportion as a signed percentage: `showPercent(0.0234)` is "+2.3 %". */
export function showPercent(proportion: number): string {
  const percent = 100 * proportion;
  return `${showSigned(percent, Math.abs(percent) < 10 ? 2 : 1)} %`;
}

/** A confidence level: `showLevel(0.95)` is "95 %", and 0.9995 is "99.95 %". */
export function showLevel(confidence: number): string {
  return `${Number((100 * confidence).toPrecision(6))} %`;
}

function withoutMinusZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

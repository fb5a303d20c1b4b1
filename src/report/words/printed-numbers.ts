import { pow } from "../../numeric/elementary/pow.js";

export interface PrintedNumber {
  readonly text: string;
  readonly value: number;
  /** Half of its last printed digit. */
  readonly tolerance: number;
  readonly isPercent: boolean;
  /** "< 0.0001": the number itself is smaller. */
  readonly isBound: boolean;
}

const pattern =
  /(?<![\p{L}\d_.])([+-]|< ?)?(\d+(?:,\d{3})*(?:\.\d+)?)(e[+-]?\d+)?(?![\p{L}\d_])( %)?/gu;

/** The numbers that stand in a text, but for digits inside names: "log2" holds none. */
export function numbersOf(text: string): readonly PrintedNumber[] {
  return [...text.replaceAll("\u2212", "-").matchAll(pattern)].map(
    ([whole, sign = "", digits = "", exponent = "", percent]) => {
      const decimals = digits.split(".")[1]?.length ?? 0;
      const size = Number(`${digits.replaceAll(",", "")}${exponent}`);
      const scale = exponent === "" ? 1 : Number(`1${exponent}`);
      return {
        text: whole.trim(),
        value: sign.trim() === "-" ? -size : size,
        tolerance: 0.5 * pow(10, -decimals) * scale,
        isPercent: percent !== undefined,
        isBound: sign.startsWith("<"),
      };
    },
  );
}

/**
 * The numbers of a text that neither stand in a JSON value, up to the rounding of the print, nor in one
 * of its texts, nor among those given. A percentage may stand there as its proportion.
 */
export function strayNumbers(
  text: string,
  json: unknown,
  derived: readonly number[],
): readonly string[] {
  const leaves = leavesOf(json);
  const texts = new Set(leaves.texts.flatMap(numbersOf).map((printedNumber) => printedNumber.text));
  const numbers = [...leaves.numbers, ...derived];
  return numbersOf(text)
    .filter(
      (printedNumber) =>
        !texts.has(printedNumber.text) &&
        !numbers.some((number) => isPrintOf(printedNumber, number)),
    )
    .map((printedNumber) => printedNumber.text);
}

function isPrintOf(print: PrintedNumber, number: number): boolean {
  const { value, tolerance, isPercent, isBound } = print;
  const slack = tolerance * (1 + 1e-6) + 1e-12 * Math.abs(number);
  const isNear = (of: number): boolean =>
    isBound ? of >= 0 && of < value : Math.abs(of - value) <= slack;
  return isNear(number) || (isPercent && isNear(100 * number));
}

interface Leaves {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

function leavesOf(json: unknown): Leaves {
  const numbers: number[] = [];
  const texts: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === "number") numbers.push(value);
    else if (typeof value === "string") texts.push(value);
    else if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === "object" && value !== null) {
      texts.push(...Object.keys(value));
      for (const item of Object.values(value)) visit(item);
    }
  };
  visit(json);
  return { numbers, texts };
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** What a reader sees of markup, or has read out: of a picture its title and its description. */
export function visibleText(markup: string): string {
  const words = markup.replace(/<svg[\s\S]*?<\/svg>/g, (picture) =>
    [...picture.matchAll(/<(title|desc)>([\s\S]*?)<\/\1>/g)].map(([, , text]) => text).join("\n"),
  );
  return withoutEntities(words.replace(/<[^>]*>/g, " "));
}

/** Text in which `&lt;` and its like are the signs that they stand for. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);

const number = /([+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?: %)?)/;

/**
 * Sentences that differ in their numbers alone, as one: "2.3 % / 4 % of the views" of two, "2.3 % … 9 %" of more; null
 * where they differ otherwise.
 */
export function mergedSentence(sentences: readonly string[]): string | null {
  const [first, ...others] = [...new Set(sentences)].map((each) => each.split(number));
  if (first === undefined) return null;
  const wordsOf = (parts: readonly string[]): string =>
    JSON.stringify(parts.filter((_, at) => at % 2 === 0));
  if (others.some((parts) => wordsOf(parts) !== wordsOf(first))) return null;
  return first
    .map((part, at) =>
      at % 2 === 0 ? part : together([part, ...others.map((of) => of[at] ?? "")]),
    )
    .join("");
}

function together(numbers: readonly string[]): string {
  const values = [...new Set(numbers)];
  if (values.length < 3) return values.join(" / ");
  const sorted = values.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  return `${sorted[0]} … ${sorted.at(-1)}`;
}

const sizeOf = (text: string): number => Number(text.replaceAll(/[,%\s]/g, ""));

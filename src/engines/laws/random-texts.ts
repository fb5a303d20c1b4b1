import { cast, column, text } from "../../sql/expression.js";
import { lineComment } from "../../sql/line-comment.js";
import { select } from "../../sql/relation.js";
import { type EngineLaw, type EngineRunner, oneRow, rowsOfPlan, same, sqlOf } from "./law.js";

/** What any engine, driver or shell may take for more than a character. */
const awkward = [
  ..."'\"`\\$#%&{}[]()<>|;:,.?!*/-_@~^=+ 01289abnrtuxNUX",
  ...[
    "--",
    "/*",
    "*/",
    "\\'",
    "''",
    "\\u0041",
    "\\x41",
    "\\012",
    "$" + "{x}",
    "{{x}}",
    ":x",
    "$1",
    "a\ufeff",
  ],
  ..."\u0001\u0008\t\n\u000b\u000c\r\u001a\u001b\u007f\u0085\u00a0\u00ad\u0301\u200b\u200f\u2028\u2029\ufffd",
  ..."éßİıſK☃𝄞\u{10ffff}",
];

/** Numbers in [0, bound), the same at every run. */
function drawing(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/**
 * Texts of up to eight parts, most of them awkward, the others from all of Unicode but NUL and surrogates. None
 * begins with a byte order mark, which the clients of DuckDB and of Arrow take for none of the text.
 */
function randomTexts(seed: number, count: number, extra: readonly string[] = []): string[] {
  const draw = drawing(seed);
  const parts = [...awkward, ...extra];
  const anyCharacter = (): string => {
    const code = 1 + draw(0x10ffff);
    return code >= 0xd800 && code < 0xe000 ? "\ud7ff" : String.fromCodePoint(code);
  };
  const part = (): string => (draw(4) === 0 ? anyCharacter() : (parts[draw(parts.length)] ?? ""));
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + draw(8) }, part)
      .join("")
      .replace(/^\ufeff+/, ""),
  );
}

const many = 200;
/** As many columns as every engine takes at once. */
const together = 50;

/** Whatever a text holds, it is the same text as a literal, as a name and as a comment. */
export const randomTextLaws: readonly EngineLaw[] = [
  {
    name: "any text comes back as it is",
    check: (run) => textsReturn(run, [...awkward, ...randomTexts(1, many)]),
  },
  {
    name: "any text may hold NUL",
    needs: ["text with NUL"],
    check: (run) =>
      textsReturn(run, [
        ...[..."0129abnxu'\\"].map((next) => `\0${next}\0${next}2`),
        ...randomTexts(2, many, ["\0", "\x001", "\\\0"]),
      ]),
  },
  { name: "a column may have any text as its name", check: namesReturn },
  { name: "any text as a comment ends with its line", check: commentsEnd },
];

async function textsReturn({ engine }: EngineRunner, texts: readonly string[]): Promise<void> {
  for (let from = 0; from < texts.length; from += together) {
    const some = texts.slice(from, from + together);
    const rows = await rowsOfPlan(
      engine,
      select(
        oneRow,
        some.map((value, i) => [`x${i}`, text(value)] as const),
      ),
      Object.fromEntries(some.map((_, i) => [`x${i}`, "text" as const])),
    );
    same(engine, "texts", rows, [some]);
  }
}

async function namesReturn({ engine }: EngineRunner): Promise<void> {
  const { identifier, text: literal } = engine.dialect;
  // Names that differ by case or blanks alone are one name to some engines.
  const plain = new Map(randomTexts(3, together).map((name, i) => [name.trim(), `${name}${i}`]));
  const names = [...plain.values()];
  const source = names.map((name, i) => `${literal(`${i}`)} AS ${identifier(name)}`).join(", ");
  const columns = names.map((name, i) => [`x${i}`, cast(column(name), "text")] as const);
  const rows = await rowsOfPlan(
    engine,
    select(sqlOf(`SELECT ${source}`), columns),
    Object.fromEntries(names.map((_, i) => [`x${i}`, "text" as const])),
  );
  same(engine, "columns of odd names", rows, [names.map((_, i) => `${i}`)]);
}

async function commentsEnd({ engine }: EngineRunner): Promise<void> {
  const comments = randomTexts(4, together, ["\0", "\n", "\r\n"]).map(lineComment).join("\n");
  const five = engine.dialect.cast("5", "bigint");
  const rows = await rowsOfPlan(
    engine,
    select(sqlOf(`${comments}\nSELECT ${five} AS n`), [["n", column("n")]]),
    { n: "bigint" },
  );
  same(engine, "a statement after comments", rows, [[5n]]);
}

import { InternalError } from "../errors.js";
import type { Plotter } from "./charts/plotter.js";
import { chapter, type ReportDocument } from "./document.js";
import type { Content, Element } from "./element.js";
import { formatCsv } from "./formats/csv/csv.js";
import { painter } from "./formats/text/paint.js";
import { formatText } from "./formats/text/text.js";
import { mapStrings, printable } from "./words/printable.js";
import { numbersOf, strayNumbers, visibleText, withoutEntities } from "./words/printed-numbers.js";

/** A text from a log or a study that would break a page, a table or a terminal. */
export const hostileText = `<b>"'&</b> |xq *yq*\n\u001b[31m`;

export interface ElementSample<Source> {
  /** One in which it applies. */
  readonly source: Source;
  /** What JSON writes for the document of that source. */
  readonly json: unknown;
  /** Further documents whose numbers are looked at, where it applies to them. */
  readonly more?: readonly { readonly source: Source; readonly json: unknown }[];
  /** The same with `hostileText` as the name of a policy, a feed or a column. */
  readonly hostile: Source;
  /** An empty one: it applies to that only if it always does. */
  readonly empty: Source;
  /** The list of which it is a member. */
  readonly among: readonly Element<Source>[];
  readonly plotter: Plotter;
}

/** What holds for every element; throws an InternalError naming the element where it does not. */
export interface ElementLaw {
  readonly name: string;
  readonly check: <Source>(element: Element<Source>, sample: ElementSample<Source>) => void;
}

export const elementLaws: readonly ElementLaw[] = [
  { name: "every number that it prints is in the JSON, or declared as derived", check: inJson },
  { name: "every picture has a title, a description and its numbers in a table", check: tabled },
  { name: "every figure is drawn, the same twice, and has its numbers in a table", check: draws },
  { name: "texts of users are escaped in HTML and Markdown, and whole in CSV", check: escapes },
  { name: "it prints something where it applies, and nothing where it does not", check: applies },
  { name: "it is a function of its source alone", check: repeats },
  { name: "its name is kebab-case and unique, and it names only its siblings", check: isNamed },
];

const style = { width: 100, paint: painter(false) };

function shownIn<Source>(element: Element<Source>, source: Source): Content {
  const shown = element.show(mapStrings(source, printable));
  return shown ?? broken(element, "it shows nothing of the sample in which it applies");
}

/** All that people read of an element; the axes of pictures are round numbers and left out. */
function printedBy(shown: Content): readonly string[] {
  const blocks = shown.text(style).filter(({ isPicture = false }) => !isPicture);
  return [
    visibleText(shown.html()?.markup ?? ""),
    shown.summary() ?? "",
    blocks.flatMap(({ lines }) => lines).join("\n"),
    ...[false, true].map((brief) =>
      withoutEntities(shown.markdown(brief).join("\n").replaceAll("\\", "")),
    ),
    shown
      .csv()
      .flatMap((row) => Object.values(row).map(String))
      .join("\n"),
  ];
}

function inJson<Source>(
  element: Element<Source>,
  { source, json, more = [] }: ElementSample<Source>,
): void {
  for (const sample of [{ source, json }, ...more]) {
    const shown = element.show(mapStrings(sample.source, printable));
    for (const text of shown === null ? [] : printedBy(shown)) {
      const [stray] = strayNumbers(text, sample.json, shown?.derived() ?? []);
      if (stray !== undefined) broken(element, `it prints ${stray}, which is not in the JSON`);
    }
  }
}

function tabled<Source>(element: Element<Source>, { source, among }: ElementSample<Source>): void {
  const shown = shownIn(element, source);
  const markup = shown.html()?.markup ?? "";
  const pictures = markup.match(/<svg[\s\S]*?<\/svg>/g) ?? [];
  const table = among
    .find(({ name }) => name === element.tabled)
    ?.show(source)
    ?.html();
  const readable = [markup, table?.markup ?? ""].map((text) =>
    visibleText(text.replace(/<svg[\s\S]*?<\/svg>/g, " ")),
  );
  const numbers = new Set(readable.flatMap(numbersOf).map(({ text }) => text));
  for (const picture of pictures) {
    if (/^<svg[^>]*aria-hidden="true"/.test(picture)) continue;
    if (!/<title>.+<\/title><desc>.+<\/desc>/.test(picture)) {
      broken(element, "a picture has no title and description");
    }
    const lacking = numbersOf(visibleText(picture)).find(({ text }) => !numbers.has(text));
    if (lacking !== undefined) broken(element, `no table holds ${lacking.text} of a picture`);
  }
  const plots = shown.text(style).filter(({ isPicture = false }) => isPicture);
  if (plots.length > 0 && numbers.size === 0) broken(element, "a plot has no table");
}

function draws<Source>(element: Element<Source>, sample: ElementSample<Source>): void {
  const { plotter, source, hostile } = sample;
  const drawnOf = (source: Source): readonly string[] => {
    const figures = shownIn(element, source).figures?.(plotter.library) ?? [];
    return figures.map((figure) => plotter.draw(figure).markup);
  };
  const drawn = drawnOf(source);
  if (drawn.length === 0) return;
  if (!(shownIn(element, source).html()?.markup ?? "").includes("<table")) {
    broken(element, "a figure has no table");
  }
  if (drawn.join() !== drawnOf(source).join()) broken(element, "a figure is drawn in two ways");
  for (const markup of drawn) {
    if (!/<svg role="img"[^>]* aria-label="[^"]+"/.test(markup))
      broken(element, "a figure has no title");
    if (!/<(circle|path|line) /.test(markup)) broken(element, "a figure shows nothing");
    if (/NaN|Infinity|undefined/.test(markup)) broken(element, "a figure places marks nowhere");
  }
  if (drawnOf(hostile).some((markup) => markup.includes("<b>"))) {
    broken(element, "a name stands in a figure as markup");
  }
}

function escapes<Source>(element: Element<Source>, { hostile }: ElementSample<Source>): void {
  const shown = shownIn(element, hostile);
  const page = shown.html()?.markup ?? "";
  if (page.includes("<b>")) broken(element, "a name stands in HTML as markup");
  const markdown = [...shown.markdown(), ...shown.markdown(true)].join("\n\n");
  if (/<b>|(?<!\\)\|xq|(?<!\\)\*yq/.test(markdown)) {
    broken(element, "a name stands in Markdown as markup");
  }
  const text = formatText(documentOf(element, hostile));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) broken(element, "a name steers the terminal");
  const rows = element.show(hostile)?.csv() ?? [];
  const isHostile = rows.flatMap((row) => Object.values(row)).some((cell) => cell === hostileText);
  const kept = formatCsv(documentOf(element, hostile)).includes(
    `"${hostileText.replaceAll('"', '""')}"`,
  );
  if (isHostile && !kept) broken(element, "CSV does not hold a name as it is");
}

function applies<Source>(element: Element<Source>, { source, empty }: ElementSample<Source>): void {
  const prints = (shown: Content | null): boolean =>
    shown !== null && printedBy(shown).some((text) => text.trim() !== "");
  if (!prints(shownIn(element, source))) broken(element, "it applies, and prints nothing");
  const { always = false } = element;
  if (prints(element.show(empty)) === always) return;
  broken(
    element,
    always
      ? "it always applies, and prints nothing of an empty document"
      : "it does not apply, and prints something",
  );
}

function repeats<Source>(element: Element<Source>, { source }: ElementSample<Source>): void {
  const [first, second] = [shownIn(element, source), shownIn(element, source)].map((shown) =>
    JSON.stringify([printedBy(shown), shown.html(), shown.text(style)]),
  );
  if (first !== second) broken(element, "two renderings differ");
}

function isNamed<Source>(element: Element<Source>, { among }: ElementSample<Source>): void {
  const { name, after = {}, tabled: table = name } = element;
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) broken(element, "its name is not in kebab-case");
  const names = among.map((member) => member.name);
  if (names.filter((other) => other === name).length !== 1) {
    broken(element, "its list does not hold its name once");
  }
  const unknown = [...Object.values(after), table].find((target) => !names.includes(target));
  if (unknown !== undefined) broken(element, `its list does not hold ${unknown}`);
}

const documentOf = <Source>(element: Element<Source>, source: Source): ReportDocument => ({
  hindcast: "0.0.0",
  title: "",
  lead: "",
  chapters: [chapter([element], source)],
  json: source,
  printable: () => documentOf(element, mapStrings(source, printable)),
});

function broken(element: Pick<Element<never>, "name">, what: string): never {
  throw new InternalError(`The element ${element.name} breaks a law: ${what}.`);
}

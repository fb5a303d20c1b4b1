import { expect, it } from "vitest";
import { chapter } from "../../document.js";
import { defineElement, type Element } from "../../element.js";
import { html } from "./markup.js";
import { sectionsOf } from "./sections.js";

interface Source {
  readonly isHeld: boolean;
}

const element = (
  name: string,
  changes: Partial<Parameters<typeof defineElement<Source, Source>>[0]> = {},
): Element<Source> =>
  defineElement<Source, Source>({
    name,
    title: `The ${name}`,
    view: (source) => source,
    html: () => html`<p>body of ${name}</p>`,
    ...changes,
  });

const elements = [
  element("first"),
  element("guards", { summary: ({ isHeld }) => (isHeld ? "all <held>" : null), print: () => true }),
  element("second"),
  element("tables", { summary: () => "2 rows" }),
];

const pageOf = (isHeld: boolean): string =>
  sectionsOf([chapter(elements, { isHeld })])
    .map(({ markup }) => markup)
    .join("\n");

it("folds an element under its title and summary, behind what stands open", () => {
  const page = pageOf(true);
  expect(page).toContain(
    '<details class="fold printed" id="fold-guards"><summary><h2>The guards:</h2> all &lt;held&gt;</summary><div id="guards">',
  );
  expect(page.indexOf("body of second")).toBeLessThan(page.indexOf("body of guards"));
});

it("leaves open in its place what has no summary of this source", () => {
  const page = pageOf(false);
  expect(page).toContain('<h2 id="guards">The guards</h2>');
  expect(page.indexOf("body of guards")).toBeLessThan(page.indexOf("body of second"));
});

it("links every section and fold by an anchor that is there once, in the order of the page", () => {
  for (const page of [pageOf(true), pageOf(false)]) {
    const links = [...page.matchAll(/href="#([a-z-]+)"/g)].map(([, id]) => id);
    const targets = [...page.matchAll(/ id="([a-z-]+)"/g)]
      .map(([, id]) => id)
      .filter((id) => !id?.startsWith("fold-"));
    expect(links).toEqual(targets);
  }
});

it("names for print what is not printed, and nothing else", () => {
  expect(pageOf(true)).toContain("The page holds besides: The tables.");
  const [open] = elements;
  expect(sectionsOf([chapter(open ? [open] : [], { isHeld: true })])[0]?.markup).not.toContain(
    "besides",
  );
});

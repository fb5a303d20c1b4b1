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

it("has an anchor for every section and fold, and links what stands open, questions and the rest", () => {
  const asked = element("asked", { title: "Is it so?", summary: () => "yes" });
  const all = [...elements.slice(0, 3), asked, ...elements.slice(3)];
  const page = sectionsOf([chapter(all, { isHeld: true })])
    .map(({ markup }) => markup)
    .join("\n");
  const idsOf = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, id]) => id ?? "");
  expect(idsOf(/href="#([a-z-]+)"/g)).toEqual(["first", "second", "asked", "rest"]);
  const anchors = idsOf(/ id="([a-z-]+)"/g).filter((id) => !id.startsWith("fold-"));
  expect(anchors).toEqual(["first", "second", "rest", "guards", "asked", "tables"]);
});

it("lists no contents of a page that a screen shows, and no rest where nothing else is folded", () => {
  expect(pageOf(true)).not.toContain("<nav");
  expect(pageOf(false)).toContain('<li><a href="#rest">More</a></li>');
  const open = elements.map((each) => ({ ...each, name: `${each.name}-open` }));
  const all = [...elements.slice(0, 1), ...open, ...elements.slice(2, 3)];
  expect(sectionsOf([chapter(all.slice(0, 2), { isHeld: false })]).join()).not.toContain("rest");
});

it("names for print what is not printed, and nothing else", () => {
  expect(pageOf(true)).toContain("Also on the page: The tables.");
  const [open] = elements;
  expect(sectionsOf([chapter(open ? [open] : [], { isHeld: true })])[0]?.markup).not.toContain(
    "besides",
  );
});

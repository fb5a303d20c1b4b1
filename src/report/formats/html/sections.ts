import type { Plotter } from "../../charts/plotter.js";
import { type Chapter, inOrder, type Part } from "../../document.js";
import { html, type Markup } from "./markup.js";

/** A part of the page with what a link to it says; null where it has no heading. */
interface Section {
  readonly id: string;
  readonly title: string | null;
  readonly body: Markup;
  /** Set where it is folded away. */
  readonly summary: string | null;
  readonly print: boolean;
}

/** Documents with fewer sections than this need no line of contents. */
const leastLinks = 4;

/**
 * The chapters of a document under a line of links: open sections in their order, behind them the folds, and for
 * print the names of folds that only the page has.
 */
export function sectionsOf(chapters: readonly Chapter[], plotter?: Plotter): readonly Markup[] {
  const sections = chapters.flatMap((chapter) => sectionsOfChapter(chapter, plotter));
  const open = sections.filter(({ summary }) => summary === null);
  const folded = sections.filter(({ summary }) => summary !== null);
  return [
    ...contents([...open, ...folded]),
    ...open.map(({ id, title, body }) => (title === null ? body : section(id, title, body))),
    ...(folded.length === 0 ? [] : [foldsOf(folded)]),
  ];
}

function sectionsOfChapter({ heading, parts }: Chapter, plotter?: Plotter): readonly Section[] {
  const ordered = inOrder(parts, "html").flatMap((part) =>
    markupOf(part, plotter).map((body) => ({ part, body })),
  );
  if (heading !== null) {
    const bodies = ordered.map(({ part: { title }, body }) =>
      title === null ? html`\n${body}` : html`\n<h3>${title}</h3>\n${body}`,
    );
    const { id, text } = heading;
    return [{ id, title: text, body: html`${bodies}`, summary: null, print: true }];
  }
  return ordered.map(({ part: { name, title, shown }, body }) => {
    const summary = title === null ? null : (shown?.summary() ?? null);
    const print = shown?.print() ?? false;
    return { id: name, title, body: title === null ? body : html`\n${body}`, summary, print };
  });
}

/** None where the element does not apply, or has nothing for the page. */
function markupOf({ shown }: Part, plotter?: Plotter): readonly Markup[] {
  const body = shown?.html() ?? null;
  const drawn = plotter === undefined ? [] : (shown?.figures?.(plotter.library) ?? []);
  const figures = drawn.map((figure) => plotter?.draw(figure));
  if (figures.length > 0) return [html`<div class="figures">${figures}</div>${body}`];
  return body === null ? [] : [body];
}

const section = (id: string, title: string, body: Markup): Markup =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`;

/** One line: the open sections, the folds that answer a question, and where the others are. */
function contents(sections: readonly Section[]): readonly Markup[] {
  const titled = sections.filter(({ title }) => title !== null);
  const linked = titled.filter(({ title, summary }) => summary === null || title?.endsWith("?"));
  const rest = linked.length < titled.length ? [{ id: "rest", title: "More" }] : [];
  const links = [...linked, ...rest].map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  );
  return links.length < leastLinks
    ? []
    : [html`<nav aria-label="Contents"><ul>${links}</ul></nav>`];
}

function foldsOf(sections: readonly Section[]): Markup {
  const unprinted = sections.filter(({ print }) => !print).map(({ title }) => title);
  return html`<div class="folds" id="rest">${sections.map(fold)}</div>${
    unprinted.length > 0 &&
    html`
<p class="besides">Also on the page: ${unprinted.join(", ")}.</p>`
  }`;
}

/** A link to what lies within opens the fold, which one to the fold itself does not. */
const fold = ({ id, title, summary, body, print }: Section): Markup =>
  html`
<details class="fold${print && " printed"}" id="fold-${id}"><summary><h2>${title}${!title?.endsWith("?") && ":"}</h2> ${summary}</summary><div id="${id}">${body}</div></details>`;

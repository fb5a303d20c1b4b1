import { made } from "./made.js";

/**
 * Puts a document in place of the one that is shown: folds that were open stay open, and the page where it was. Figures
 * of the run that are not drawn here stay, and say whose they are.
 */
export function replaceMain(
  main: HTMLElement,
  { title, main: markup }: { readonly title: string; readonly main: string },
): void {
  const open = new Set(foldsOf(main).flatMap(({ fold, key }) => (fold.open ? [key] : [])));
  const figures = figuresOf(main);
  const at = scrollY;
  main.innerHTML = markup;
  document.title = title;
  for (const { fold, key } of foldsOf(main)) fold.open ||= open.has(key);
  for (const [place, { element }] of figuresOf(main)) {
    const drawn = figures.get(place);
    if (drawn?.figure === undefined || element.querySelector(".figures") !== null) continue;
    drawn.figure.querySelector(".whose")?.remove();
    const whose = made("p", {
      className: "note whose",
      textContent: "Drawn with the settings of the run, not with the changed ones.",
    });
    drawn.figure.append(whose);
    element.querySelector(":scope > :is(h2, h3, summary)")?.after(drawn.figure);
  }
  scrollTo(0, at);
}

/** Sections and folds by their anchor, with what is drawn in them. */
function figuresOf(
  main: HTMLElement,
): ReadonlyMap<string, { element: Element; figure: Element | undefined }> {
  const places = [...main.querySelectorAll("section[aria-labelledby],details[id]")];
  return new Map(
    places.map((element) => {
      const figure = [...element.querySelectorAll(".figures")].find(
        (each) => each.closest("section[aria-labelledby],details[id]") === element,
      );
      return [element.id || (element.getAttribute("aria-labelledby") ?? ""), { element, figure }];
    }),
  );
}

/** Every fold, by its summary and how many with the same one stand before it. */
function foldsOf(main: HTMLElement): readonly { fold: HTMLDetailsElement; key: string }[] {
  const met = new Map<string, number>();
  return [...main.querySelectorAll("details")].map((fold) => {
    const text = fold.querySelector("summary")?.textContent ?? "";
    // Numbers of a summary may change with the choice.
    const words = text.replaceAll(/[\d.,]+/g, "");
    const before = met.get(words) ?? 0;
    met.set(words, before + 1);
    return { fold, key: `${words} ${before}` };
  });
}

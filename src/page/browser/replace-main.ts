/** Puts a document in place of the one that is shown: folds that were open stay open, and the page where it was. */
export function replaceMain(
  main: HTMLElement,
  { title, main: markup }: { readonly title: string; readonly main: string },
): void {
  const open = new Set(foldsOf(main).flatMap(({ fold, key }) => (fold.open ? [key] : [])));
  const at = scrollY;
  main.innerHTML = markup;
  document.title = title;
  for (const { fold, key } of foldsOf(main)) fold.open ||= open.has(key);
  scrollTo(0, at);
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

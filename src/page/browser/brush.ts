import { made } from "./made.js";

/** Boxes above what every choice makes of a line: without a choice, whatever is made by it is pale. */
export function addBrush(main: HTMLElement): void {
  const place = main.querySelector<HTMLElement>(".specifications");
  if (place === null) return;
  const rows = [...place.querySelectorAll<HTMLElement>("[data-choices]")].map((name) => ({
    choices: (name.dataset.choices ?? "").split("\n"),
    cells: [name, name.nextElementSibling, name.nextElementSibling?.nextElementSibling],
  }));
  const leftOut = new Set<string>();
  const draw = (): void => {
    for (const { choices, cells } of rows) {
      const isPale = choices.some((choice) => leftOut.has(choice));
      for (const cell of cells) cell?.classList.toggle("pale", isPale);
    }
  };
  const boxOf = (choice: string, value: string): HTMLLabelElement => {
    const box = made("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      if (box.checked) leftOut.delete(choice);
      else leftOut.add(choice);
      draw();
    });
    return made("label", {}, [box, ` ${value}`]);
  };
  const kinds = new Map<string, HTMLLabelElement[]>();
  for (const choice of new Set(rows.flatMap(({ choices }) => choices))) {
    const [kind = "", ...value] = choice.split(": ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), boxOf(choice, value.join(": "))]);
  }
  const groups = [...kinds].map(([kind, boxes]) =>
    made("div", { className: "controls", role: "group", ariaLabel: kind }, [`${kind}:`, ...boxes]),
  );
  const legend = made("legend", { className: "note", textContent: "Shown with" });
  place.before(made("fieldset", { className: "brush" }, [legend, ...groups]));
}

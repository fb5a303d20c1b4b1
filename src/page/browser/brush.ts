import type { Looks } from "./looks.js";
import { made } from "./made.js";

/** Boxes above the comparisons under every choice: rows of a choice that is left out are pale. */
export function addBrush(main: HTMLElement, looks: Looks): void {
  const place = main.querySelector<HTMLElement>(".specifications");
  if (place === null) return;
  const rows = [...place.querySelectorAll<HTMLElement>("[data-choices]")].map((name) => ({
    choices: (name.dataset.choices ?? "").split("\n"),
    cells: [name, name.nextElementSibling, name.nextElementSibling?.nextElementSibling],
  }));
  const all = [...new Set(rows.flatMap(({ choices }) => choices))];
  const said = (looks.read("without") ?? "").split("\n");
  const leftOut = new Set(all.filter((choice) => said.includes(choice)));
  const draw = (): void => {
    for (const { choices, cells } of rows) {
      const isPale = choices.some((choice) => leftOut.has(choice));
      for (const cell of cells) cell?.classList.toggle("pale", isPale);
    }
    looks.write("without", leftOut.size === 0 ? undefined : [...leftOut].join("\n"));
  };
  const boxOf = (choice: string, value: string): HTMLLabelElement => {
    const box = made("input", { type: "checkbox", checked: !leftOut.has(choice) });
    box.addEventListener("change", () => {
      if (box.checked) leftOut.delete(choice);
      else leftOut.add(choice);
      draw();
    });
    return made("label", {}, [box, ` ${value}`]);
  };
  const kinds = new Map<string, HTMLLabelElement[]>();
  for (const choice of all) {
    const [kind = "", ...value] = choice.split(": ");
    kinds.set(kind, [...(kinds.get(kind) ?? []), boxOf(choice, value.join(": "))]);
  }
  const groups = [...kinds].map(([kind, boxes]) =>
    made("div", { className: "controls", role: "group", ariaLabel: kind }, [`${kind}:`, ...boxes]),
  );
  const legend = made("legend", { className: "note", textContent: "Highlight" });
  place.before(made("fieldset", { className: "brush" }, [legend, ...groups]));
  draw();
}

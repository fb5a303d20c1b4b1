import type { SpecifiedLine } from "../specifications.js";
import { saidOf } from "../specifications-said.js";
import { button, made } from "./made.js";
import { choicesIn, specificationCurve } from "./specification-curve.js";
import { saveText } from "./take-text.js";

interface HangsFold {
  readonly element: HTMLElement;
  /** Draws again what is open, after another choice. */
  readonly renew: () => void;
}

/** The fold that shows a line by every way to compute it: whether the answer hangs on one of them. */
export function hangsFold(ask: () => Promise<readonly SpecifiedLine[]>): HangsFold {
  let lines: readonly SpecifiedLine[] = [];
  const leftOut = new Set<string>();
  const select = made("select", {});
  const choices = made("div", { className: "controls choices" });
  const said = made("p", {});
  const figure = made("div", {});
  const line = (): SpecifiedLine | undefined => lines[select.selectedIndex];

  const draw = (): void => {
    const shown = line();
    if (shown === undefined) return;
    said.textContent = saidOf(shown, leftOut);
    figure.replaceChildren(specificationCurve(shown, leftOut));
  };
  const offer = (): void => {
    const shown = line();
    leftOut.clear();
    const boxes = (shown === undefined ? [] : choicesIn(shown)).map((choice) => {
      const box = made("input", { type: "checkbox", checked: true });
      box.addEventListener("change", () => {
        if (box.checked) leftOut.delete(choice);
        else leftOut.add(choice);
        draw();
      });
      return made("label", {}, [box, ` ${choice}`]);
    });
    choices.replaceChildren(...boxes);
    draw();
  };
  const renew = async (): Promise<void> => {
    if (!element.open) return;
    said.textContent = "Computing …";
    try {
      lines = await ask();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    const at = select.selectedIndex;
    select.replaceChildren(...lines.map(({ name }) => made("option", { textContent: name })));
    select.selectedIndex = Math.max(0, Math.min(at, lines.length - 1));
    if (lines.length === 0) said.textContent = "No line has two ways to compute it.";
    offer();
  };
  const save = button("Save SVG", () => {
    const svg = figure.querySelector("svg");
    if (svg !== null) void saveText("hindcast.svg", new XMLSerializer().serializeToString(svg));
  });
  const element = made("details", {}, [
    made("summary", { textContent: "Does the answer hang on a choice?" }),
    made("div", { className: "controls" }, [
      made("label", { textContent: "Line " }, [select]),
      save,
    ]),
    said,
    choices,
    figure,
  ]);
  select.addEventListener("change", offer);
  element.addEventListener("toggle", () => void renew());
  return { element, renew: () => void renew() };
}

import type { TextFormat } from "../answers.js";
import type { Offered, State } from "../choice.js";
import type { PageData } from "../page-data.js";
import { button, made } from "./made.js";
import { panelStyle } from "./panel-style.js";

interface Heard {
  readonly opened: () => void;
  readonly chosen: (state: State) => void;
  readonly copied: () => void;
  /** Returns what is said of the rows that are left. */
  readonly filtered: (wanted: string) => string;
  readonly saved: (format: Exclude<TextFormat, "markdown">) => void;
}

/** The controls above the document. */
export interface Panel {
  readonly element: HTMLElement;
  readonly set: (state: State) => void;
  readonly say: (text: string) => void;
  /** Filters the rows of a document that has just been placed. */
  readonly filterAgain: () => void;
}

const fewer =
  "Other baselines, estimators, adjustments, intervals, priors and margins need the tables of checks, which this file leaves out for its size. Written with --full it has them.";

export function panelOf({ offered, isWhole }: PageData, heard: Heard): Panel {
  const selects = new Map(offered.map((control) => [control.name, selectOf(control)]));
  const read = (): State =>
    Object.fromEntries(
      offered.flatMap(({ name, own }) => {
        const value = selects.get(name)?.value ?? own;
        return value === own ? [] : [[name, value]];
      }),
    );
  for (const select of selects.values())
    select.addEventListener("change", () => heard.chosen(read()));
  const labels = offered.map(({ name, label }) =>
    made("label", { textContent: `${label} ` }, [selects.get(name) ?? ""]),
  );
  const wanted = made("input", { type: "search" });
  const left = made("p", { className: "note" });
  const filterAgain = (): void => {
    left.textContent = heard.filtered(wanted.value);
  };
  wanted.addEventListener("input", filterAgain);
  const buttons = [
    button("Reset", () => {
      wanted.value = "";
      filterAgain();
      heard.chosen({});
    }),
    button("Copy as Markdown", heard.copied),
    button("Save JSON", () => heard.saved("json")),
    button("Save CSV", () => heard.saved("csv")),
  ];
  const fold = made("details", {}, [
    made("summary", { textContent: "Choose again, copy, save" }),
    made("div", { className: "controls" }, labels),
    ...(isWhole ? [] : [made("p", { className: "note", textContent: fewer })]),
    made("div", { className: "controls" }, [
      made("label", { textContent: "Rows of tables that hold " }, [wanted]),
      ...buttons,
    ]),
  ]);
  fold.addEventListener("toggle", () => fold.open && heard.opened());
  const status = made("p", { role: "status" });
  const element = made("aside", { className: "live", ariaLabel: "Other choices" }, [
    made("style", { textContent: panelStyle }),
    fold,
    status,
    left,
  ]);
  return {
    element,
    set(state) {
      for (const { name, own } of offered) {
        const select = selects.get(name);
        if (select !== undefined) select.value = state[name] ?? own;
      }
      if (Object.keys(state).length > 0) fold.open = true;
    },
    filterAgain,
    say: (text) => {
      status.textContent = text;
    },
  };
}

function selectOf({ own, choices }: Offered): HTMLSelectElement {
  const options = choices.map(({ value, text }) => made("option", { value, textContent: text }));
  const select = made("select", {}, options);
  select.value = own;
  return select;
}

import type { TextFormat } from "../answers.js";
import type { Offered, State } from "../choice.js";
import { groupsNote } from "../groups-note.js";
import type { PageData } from "../page-data.js";
import { button, made } from "./made.js";
import { panelStyle } from "./panel-style.js";

/** What a page does when its panel is used. */
export interface Heard {
  readonly opened: () => void;
  readonly chosen: (state: State) => void;
  readonly copied: () => void;
  /** Returns what is said of the rows that are left. */
  readonly filtered: (wanted: string) => string;
  readonly stopped: () => void;
  /** A file that was opened in place of the page's own tally. */
  readonly given: (file: File) => void;
  readonly saved: (format: TextFormat) => void;
}

/** The controls above the document. */
export interface Panel {
  readonly element: HTMLElement;
  readonly set: (state: State) => void;
  readonly say: (text: string) => void;
  /** Says that an answer is being computed, which may be stopped, until another message replaces it. */
  readonly wait: () => void;
  /** Filters the rows of a document that has just been placed. */
  readonly filter: (wanted: string) => void;
}

const fewer =
  "Other days, baselines, estimators, adjustments, intervals, priors and margins need the tables of the checks, which this file leaves out to stay small. Written with --full it has them.";

export function panelOf(data: PageData, heard: Heard): Panel {
  const { offered, isWhole } = data;
  const selects = new Map(offered.map((control) => [control.name, selectOf(control)]));
  const read = (): State => stateIn(offered, (name) => selects.get(name)?.value);
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
  const groups = made("p", { className: "note", textContent: groupsNote(data) });
  const buttons = [
    button("Reset", () => {
      wanted.value = "";
      filterAgain();
      heard.chosen({});
    }),
    button("Copy as Markdown", heard.copied),
    ...(["json", "csv", "markdown"] as const).map((format) =>
      button(`Save ${formatNames[format]}`, () => heard.saved(format)),
    ),
  ];
  const fold = made("details", {}, [
    made("summary", { textContent: "Choose again, copy, save" }),
    made("div", { className: "controls" }, labels),
    ...(groups.textContent === "" ? [] : [groups]),
    ...(isWhole ? [] : [made("p", { className: "note", textContent: fewer })]),
    made("div", { className: "controls" }, [
      made("label", { textContent: "Show table rows that contain " }, [wanted]),
      ...buttons,
      made("label", {}, ["Open another saved tally (.parquet), or drop it here ", fileOf(heard)]),
    ]),
  ]);
  fold.addEventListener("toggle", () => fold.open && heard.opened());
  const { elements: said, say, wait } = statusOf(heard);
  const element = made("aside", { className: "live", ariaLabel: "Other choices" }, [
    made("style", { textContent: panelStyle }),
    fold,
    ...said,
    left,
  ]);
  return {
    element,
    set(state) {
      for (const { name, own } of offered) {
        const select = selects.get(name);
        if (select !== undefined) select.value = state[name] ?? own;
      }
      const isChanged = Object.keys(state).length > 0;
      if (isChanged) fold.open = true;
      groups.hidden = isChanged;
    },
    filter(text) {
      wanted.value = text;
      filterAgain();
    },
    say,
    wait,
  };
}

const formatNames = { json: "JSON", csv: "CSV", markdown: "Markdown" };

/** Milliseconds after which an answer may be stopped. */
const isLong = 2000;

function statusOf({ stopped }: Pick<Heard, "stopped">) {
  const status = made("p", { role: "status" });
  const stop = button("Stop", stopped);
  stop.hidden = true;
  let long: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string): void => {
    clearTimeout(long);
    stop.hidden = true;
    status.textContent = text;
  };
  const wait = (): void => {
    say("Computing …");
    long = setTimeout(() => {
      status.textContent = "Still computing …";
      stop.hidden = false;
    }, isLong);
  };
  return { elements: [status, stop], say, wait };
}

function fileOf({ given }: Pick<Heard, "given">): HTMLInputElement {
  const input = made("input", { type: "file", accept: ".parquet" });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file !== undefined) given(file);
  });
  return input;
}

const stateIn = (
  offered: readonly Offered[],
  chosen: (name: string) => string | undefined,
): State =>
  Object.fromEntries(
    offered.flatMap(({ name, own }) => {
      const value = chosen(name) ?? own;
      return value === own ? [] : [[name, value]];
    }),
  );

function selectOf({ own, choices }: Offered): HTMLSelectElement {
  const options = choices.map(({ value, text }) => made("option", { value, textContent: text }));
  const select = made("select", {}, options);
  select.value = own;
  return select;
}

import { changesOf, hashOf, type State, stateOf } from "../choice.js";
import type { PageData } from "../page-data.js";
import { addBrush } from "./brush.js";
import { filterRows } from "./filter-rows.js";
import { helperOn } from "./helper.js";
import { type Panel, panelOf } from "./panel.js";
import { replaceMain } from "./replace-main.js";
import { addSliders } from "./sliders.js";
import { copyText, saveText } from "./take-text.js";

// The script of a page: it puts the controls on the page, and what the worker answers in place of the document.
const blocks = Object.fromEntries(
  [...document.querySelectorAll<HTMLElement>("script[id^='hindcast-']")].map((block) => [
    block.id.slice("hindcast-".length),
    block.textContent ?? "",
  ]),
);
/** What is added to a document that works without it. */
const additions: readonly ((main: HTMLElement) => void)[] = [addBrush, addSliders];

const main = document.querySelector("main");
if (main !== null && blocks.page !== undefined) live(main, JSON.parse(blocks.page) as PageData);

function live(main: HTMLElement, data: PageData): void {
  const helper = helperOn(blocks);
  const run = { title: document.title, main: main.innerHTML };
  const { offered } = data;
  let state: State = {};
  let asked = 0;

  const heard = {
    opened: () => helper.start(),
    chosen: (next: State) => void choose(next),
    filtered: (wanted: string) => filterRows(main, wanted),
    copied: () => take(async () => copyText(await helper.text(state, "markdown"))),
    saved: (format: "json" | "csv") =>
      take(async () => saveText(`hindcast.${format}`, await helper.text(state, format))),
  };
  const panel: Panel = panelOf(data, heard);
  document.body.prepend(panel.element);
  const enliven = (): void => {
    for (const add of additions) add(main);
  };
  enliven();
  const place = (shown: typeof run): void => {
    replaceMain(main, shown);
    enliven();
    panel.filterAgain();
  };

  async function choose(next: State): Promise<void> {
    state = next;
    history.replaceState(null, "", hashOf(state, offered) || location.href.split("#")[0]);
    panel.set(state);
    asked += 1;
    const mine = asked;
    const changes = changesOf(state, offered);
    if (changes.length === 0) {
      place(run);
      panel.say("");
      return;
    }
    panel.say("Computing …");
    try {
      const shown = await helper.show(state);
      // A later choice has been made.
      if (mine !== asked) return;
      place(shown);
      panel.say(describe(changes, data));
    } catch (error) {
      if (mine === asked) panel.say(`This choice has no answer: ${messageOf(error)}`);
    }
  }

  const take = (taken: () => Promise<string>): void => {
    panel.say("Computing …");
    void taken().then(panel.say, (error) => panel.say(messageOf(error)));
  };

  // An anchor of the page takes the place of what was chosen, which is put back.
  addEventListener("hashchange", () => {
    if (location.hash.includes("=")) void choose(stateOf(location.hash, offered));
    else if (Object.keys(state).length > 0) history.replaceState(null, "", hashOf(state, offered));
  });
  const begun = stateOf(location.hash, offered);
  if (Object.keys(begun).length > 0) void choose(begun);
}

/** What was changed, and how that differs from a run. */
function describe(changes: readonly string[], data: PageData): string {
  const groups = data.isRun
    ? ""
    : ` Computed from ${data.groups} groups of users: values are the run's, standard errors are known to about ${data.groups < 128 ? "10" : "6"} %.`;
  return `Changed: ${changes.join("; ")}.${groups}`;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

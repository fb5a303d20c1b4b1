import type { TextFormat } from "../answers.js";
import { changesOf, type State } from "../choice.js";
import type { PageData } from "../page-data.js";
import { addressOf } from "./address.js";
import { addBrush } from "./brush.js";
import { filterRows } from "./filter-rows.js";
import { helperOn } from "./helper.js";
import type { Looks } from "./looks.js";
import { ofGroups, type Panel, panelOf } from "./panel.js";
import { replaceMain } from "./replace-main.js";
import { addSliders } from "./sliders.js";
import { addSorting } from "./sort-rows.js";
import { copyText, saveText } from "./take-text.js";

// The script of a page: it puts the controls on the page, and what the worker answers in place of the document.
const blocks = Object.fromEntries(
  [...document.querySelectorAll<HTMLElement>("script[id^='hindcast-']")].map((block) => [
    block.id.slice("hindcast-".length),
    block.textContent ?? "",
  ]),
);
/** What is added to a document that works without it. */
const additions: readonly ((main: HTMLElement, looks: Looks) => void)[] = [
  addBrush,
  addSliders,
  addSorting,
];

function live(main: HTMLElement, data: PageData): void {
  const helper = helperOn(blocks);
  const run = { title: document.title, main: main.innerHTML };
  const { offered, name } = data;
  const address = addressOf(offered);
  let answered: State = {};
  let asked = 0;

  const take = (taken: () => Promise<string>): void => {
    panel.wait();
    void taken().then(panel.say, (error) => panel.say(messageOf(error)));
  };
  const panel: Panel = panelOf(data, {
    opened: () => helper.start(),
    chosen: (next) => void choose(next, "pushState"),
    filtered(wanted) {
      address.write("rows", wanted === "" ? undefined : wanted);
      return filterRows(main, wanted);
    },
    stopped() {
      helper.stop();
      asked += 1;
      address.choose(answered, "replaceState");
      panel.set(answered);
      panel.say("Stopped.");
    },
    copied: () => take(async () => copyText(await helper.text(address.state(), "markdown"))),
    saved: (format) =>
      take(async () =>
        saveText(`${name}.${endings[format]}`, await helper.text(address.state(), format)),
      ),
  });
  document.body.prepend(panel.element);

  const place = (shown?: typeof run): void => {
    if (shown !== undefined) replaceMain(main, shown);
    for (const add of additions) add(main, address);
    panel.filter(address.read("rows") ?? "");
    answered = address.state();
  };

  async function choose(next: State, how: "pushState" | "replaceState", lost = ""): Promise<void> {
    address.choose(next, how);
    panel.set(next);
    asked += 1;
    const mine = asked;
    const changes = changesOf(next, offered);
    if (changes.length === 0) {
      place(run);
      panel.say(lost);
      return;
    }
    panel.wait();
    try {
      const shown = await helper.show(next);
      // A later choice has been made.
      if (mine !== asked) return;
      place(shown);
      panel.say(sentences([lost, `Changed: ${changes.join("; ")}.`, ofGroups(data)]));
    } catch (error) {
      if (mine === asked)
        panel.say(sentences([lost, `This choice has no answer: ${messageOf(error)}`]));
    }
  }

  const follow = (): void => {
    const lost = lostText(address.follow());
    void choose(address.state(), "replaceState", lost);
  };
  place();
  address.onChange(follow);
  if (location.hash.includes("=")) follow();
}

const sentences = (parts: readonly string[]): string => parts.filter(Boolean).join(" ");

const endings: Readonly<Record<TextFormat, string>> = { json: "json", csv: "csv", markdown: "md" };

/** What an address asks for that a page does not offer. */
const lostText = (lost: readonly string[]): string =>
  lost.length === 0
    ? ""
    : `The address asked for what this page does not offer: ${lost.join(", ")}.`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const main = document.querySelector("main");
if (main !== null && blocks.page !== undefined) live(main, JSON.parse(blocks.page) as PageData);

import type { Shown, TextFormat } from "../answers.js";
import { changesOf, type State } from "../choice.js";
import { groupsNote } from "../groups-note.js";
import type { PageData } from "../page-data.js";
import { addressOf } from "./address.js";
import { addBrush } from "./brush.js";
import { filterRows } from "./filter-rows.js";
import { type Helper, helperOn } from "./helper.js";
import type { Looks } from "./looks.js";
import { onDrop } from "./on-drop.js";
import { type Heard, type Panel, panelOf } from "./panel.js";
import { replaceMain } from "./replace-main.js";
import { addSaving } from "./save-pictures.js";
import { addSliders } from "./sliders.js";
import { addSorting } from "./sort-rows.js";
import { copyText, saveFile } from "./take-text.js";

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

type Blocks = Readonly<Record<string, string>>;

/** Makes the document answer by these blocks, until other ones are given; `said` is said of them. */
function live(main: HTMLElement, blocks: Blocks, said = ""): void {
  const data = JSON.parse(blocks.page ?? "") as PageData;
  const helper = helperOn(blocks);
  const until = new AbortController();
  const { offered, name, pictured } = data;
  const run = { title: document.title, main: main.innerHTML, pictured };
  const address = addressOf(offered, until.signal);
  let answered: State = {};
  let asked = 0;

  const given = openerOf({ main, blocks, helper, until, panel: () => panel });
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
    given,
    ...textsOf(
      name,
      (format) => helper.text(address.state(), format),
      () => panel,
    ),
  });
  document.body.prepend(panel.element);

  panel.say(said);
  onDrop(given, until.signal);

  const place = (shown?: typeof run): void => {
    if (shown !== undefined) replaceMain(main, shown);
    for (const add of additions) add(main, address);
    addSaving(main, (shown ?? run).pictured, panel.say);
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
    const answer = await answerOf(helper, next);
    // A later choice has been made.
    if (mine !== asked) return;
    if (typeof answer !== "string") place(answer);
    const changed = [`Changed: ${changes.join("; ")}.`, groupsNote(data)];
    panel.say(
      [lost, ...(typeof answer === "string" ? [answer] : changed)].filter(Boolean).join(" "),
    );
  }

  const follow = (): void => {
    const lost = lostText(address.follow());
    void choose(address.state(), "replaceState", lost);
  };
  place();
  address.onChange(follow);
  if (location.hash.includes("=")) follow();
}

/** What the chosen settings show, or a sentence on why they have no answer. */
const answerOf = (helper: Helper, state: State): Promise<Shown | string> =>
  helper.show(state).catch((error: unknown) => `No answer for these settings: ${messageOf(error)}`);

interface Page {
  readonly main: HTMLElement;
  readonly blocks: Blocks;
  readonly helper: Helper;
  readonly until: AbortController;
  readonly panel: () => Panel;
}

/** Shows a saved tally in place of the page's own. */
const openerOf =
  ({ main, blocks, helper, until, panel }: Page) =>
  (file: File): void => {
    panel().wait();
    const opened = helper.take(file).then(({ blocks: own, shown }) => {
      helper.stop();
      until.abort();
      panel().element.remove();
      replaceMain(main, shown);
      history.replaceState(null, "", location.href.split("#")[0]);
      live(main, { worker: blocks.worker ?? "", ...own }, `This page now shows ${file.name}.`);
    });
    opened.catch((error: unknown) => panel().say(`${file.name} is not shown: ${messageOf(error)}`));
  };

/** What a page does with texts of what it shows. */
function textsOf(
  name: string,
  textOf: (format: TextFormat) => Promise<string>,
  panel: () => Panel,
): Pick<Heard, "copied" | "saved"> {
  const take = (taken: Promise<string>): void => {
    panel().wait();
    void taken.then(panel().say, (error) => panel().say(messageOf(error)));
  };
  return {
    copied: () => take(textOf("markdown").then(copyText)),
    saved: (format) =>
      take(textOf(format).then((text) => saveFile(`${name}.${endings[format]}`, text))),
  };
}

const endings: Readonly<Record<TextFormat, string>> = { json: "json", csv: "csv", markdown: "md" };

/** What an address asks for that a page does not offer. */
const lostText = (lost: readonly string[]): string =>
  lost.length === 0
    ? ""
    : `The address asks for something that this page does not offer: ${lost.join(", ")}.`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const main = document.querySelector("main");
if (main !== null && blocks.page !== undefined) live(main, blocks);

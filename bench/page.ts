import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openBrowser, openPage } from "../test/browser/browser.js";

// How long the page of a result takes to answer another choice: npx tsx bench/page.ts page.html
const {
  positionals: [path],
  values: { runs },
} = parseArgs({ allowPositionals: true, options: { runs: { type: "string", default: "5" } } });
if (path === undefined) throw new Error("Expected a page: npx tsx bench/page.ts page.html");

const answered = `new Promise((resolve) => {
  const status = document.querySelector("[role=status]");
  const look = () => /^Computing|^$/.test(status.textContent) || resolve(status.textContent);
  new MutationObserver(look).observe(status, { childList: true, characterData: true, subtree: true });
})`;
/** Chooses another value than the one that is set. */
const choose = (at: number, run: number): string => `(() => {
  const select = document.querySelectorAll(".live select")[${at}];
  const others = [...select.options].filter((option) => option.value !== select.value);
  select.value = others[${run} % others.length].value;
  select.dispatchEvent(new Event("change"));
})()`;

const instantRuns = 40;

const browser = await openBrowser();
const { page, close } = await openPage(browser, path);
const time = async (what: string, act: () => Promise<unknown>): Promise<void> => {
  const start = performance.now();
  const said = await act();
  console.log(
    `${what}: ${Math.round(performance.now() - start)} ms (${String(said).slice(0, 60)})`,
  );
};
const changed = (at: number, run: number) => (): Promise<unknown> =>
  page.evaluate(`(() => { const done = ${answered}; ${choose(at, run)}; return done; })()`);

const labels: string[] = await page.evaluate(
  "[...document.querySelectorAll('.live label')].filter((each) => each.querySelector('select')).map((each) => each.firstChild.textContent.trim())",
);
await page.evaluate("document.querySelector('.live details').open = true");

/** What needs no worker, each to the layout that follows: it should take less than 50 ms. */
const instant: Readonly<Record<string, string>> = {
  "fold opened": "{ const fold = of('main details'); fold.open = !fold.open; }",
  "row filter":
    "{ const field = of('input[type=search]'); field.focus(); field.value = run % 2 ? '' : 'like'; fire(field, 'input'); }",
  "table sorted": "of('.sort').click();",
  "slider moved":
    "{ const slider = of('.turns input'); slider.value = slider.max * run / runs; fire(slider, 'input'); }",
  "choice left out": "of('.brush input').click();",
  "picture as SVG": "of('.save button:first-child').click();",
};
for (const [name, act] of Object.entries(instant)) {
  const times: number[] = await page.evaluate(`(() => {
    const runs = ${instantRuns};
    const fire = (element, type) => element.dispatchEvent(new Event(type, { bubbles: true }));
    return Array.from({ length: runs }, (_, run) => {
      const of = (selector) => {
        const all = [...document.querySelectorAll(selector)];
        return all[run % all.length] ?? document.createElement("input");
      };
      const start = performance.now();
      ${act}
      document.documentElement.getBoundingClientRect();
      return performance.now() - start;
    });
  })()`);
  const sorted = times.toSorted((a, b) => a - b);
  const [median, worst] = [sorted[sorted.length >> 1], sorted.at(-1)].map((time) =>
    time?.toFixed(1),
  );
  console.log(`${name}: median ${median} ms, worst ${worst} ms of ${times.length}`);
}
await time("first answer, after opening the tally", changed(0, 0));
for (const [at, label] of labels.entries()) {
  const choices: number = await page.evaluate(
    `document.querySelectorAll(".live select")[${at}].options.length`,
  );
  if (choices < 2) continue;
  for (let run = 0; run < Number(runs); run++) {
    await page.getByRole("button", { name: "Reset" }).click();
    await time(label, changed(at, run));
  }
}
await close();
await browser.close();

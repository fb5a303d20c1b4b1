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

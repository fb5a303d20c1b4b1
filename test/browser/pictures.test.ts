import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { tellSkipped } from "../engines/skipped.js";
import { runCommand } from "../fixture/run-command.js";
import { openBrowser, openPage, type PageOptions, whyNoBrowser } from "./browser.js";

tellSkipped({ name: "pictures of pages", unavailable: whyNoBrowser });

/** Pictures of one run are compared with each other, pixel by pixel: fonts are those of the machine in all of them. */
describe.skipIf(whyNoBrowser !== undefined)("a picture of a page", () => {
  let cwd = "";
  let browser: Browser;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "hindcast-pictures-"));
    for (const words of [
      "demo --impressions 4000 --output demo",
      "evaluate demo/study.yaml --save-tally t.parquet --fold 128 --quiet",
      "evaluate t.parquet -o r.json",
      "report t.parquet -o live.html",
      "report r.json -o static.html",
    ])
      await runCommand(words.split(" "), { cwd, modules });
    browser = await openBrowser();
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await rm(cwd, { recursive: true });
  });

  async function of<T>(
    name: "live" | "static",
    options: PageOptions,
    look: (page: Page) => Promise<T>,
  ): Promise<T> {
    const { page, close } = await openPage(browser, join(cwd, `${name}.html`), options);
    try {
      return await look(page);
    } finally {
      await close();
    }
  }

  it.each([1280, 390])(
    "is the static page's where nothing was chosen, at %i pixels",
    async (width) => {
      const [still, live] = [
        await of("static", { width }, pictureOf),
        await of("live", { width }, pictureOf),
      ];
      expect(live.equals(still)).toBe(true);
    },
  );

  it("is another one after a choice, and the first again after Reset", async () => {
    await of("live", {}, async (page) => {
      const before = await pictureOf(page);
      await page.getByText("Choose again").click();
      await page.getByLabel("Confidence", { exact: false }).first().selectOption("0.9");
      await page.getByRole("status").getByText("→ 90 %").waitFor();
      expect((await pictureOf(page)).equals(before)).toBe(false);
      await page.getByRole("button", { name: "Reset" }).click();
      await expect.poll(async () => (await pictureOf(page)).equals(before)).toBe(true);
    });
  });

  it("is the same with scripts and without", async () => {
    const withScript = await of("static", {}, pictureOf);
    expect((await of("static", { script: false }, pictureOf)).equals(withScript)).toBe(true);
    expect((await of("live", { script: false }, pictureOf)).equals(withScript)).toBe(true);
  });

  it("has in the dark other colours, and every box where it was", async () => {
    const light = await of("static", {}, (page) => Promise.all([pictureOf(page), boxesOf(page)]));
    const dark = await of("static", { isDark: true }, (page) =>
      Promise.all([pictureOf(page), boxesOf(page)]),
    );
    expect(dark[0].equals(light[0])).toBe(false);
    expect(light[1].length).toBeGreaterThan(500);
    expect(dark[1]).toEqual(light[1]);
  });
});

/** Of all that the two pages have: without the controls, which one has alone. */
const pictureOf = (page: Page): Promise<Buffer> =>
  page.screenshot({
    fullPage: true,
    animations: "disabled",
    style: ".live,footer,.save{display:none!important}main{padding-top:2rem!important}",
  });

const boxesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll("main *")].map((element) => {
       const { x, y, width, height } = element.getBoundingClientRect();
       return [element.tagName, x, y, width, height].join(" ");
     })`,
  );

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatHtml, resultDocument } from "../../src/report/index.js";
import { tellSkipped } from "../engines/skipped.js";
import {
  type OpenPage,
  openBrowser,
  openPage,
  overflowOf,
  type PageOptions,
  violationsOf,
  whyNoBrowser,
} from "./browser.js";
import { results } from "./results.js";

tellSkipped({ name: "pages in a browser", unavailable: whyNoBrowser });

const names = Object.keys(results);
const windows: readonly (readonly [string, PageOptions])[] = [
  ["at 1,280 pixels", {}],
  ["at 390 pixels", { width: 390 }],
  ["in the dark", { isDark: true }],
  ["without script", { script: false }],
];

describe.skipIf(whyNoBrowser !== undefined)("the page of a result in a browser", () => {
  let folder = "";
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hindcast-pages-"));
    for (const name of names) {
      const result = results[name];
      if (result !== undefined) await writeFile(pathOf(name), formatHtml(resultDocument(result)));
    }
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  const pathOf = (name: string): string => join(folder, `${name}.html`);

  async function opened<T>(
    name: string,
    options: PageOptions,
    look: (open: OpenPage) => Promise<T>,
  ): Promise<T> {
    const open = await openPage(browser, pathOf(name), options);
    try {
      return await look(open);
    } finally {
      await open.close();
    }
  }

  describe.each(names)("%s", (name) => {
    it.each(windows)("%s: fits, asks for nothing, and says no error", async (_, options) => {
      await opened(name, options, async ({ page, faults }) => {
        await openFolds(page);
        expect(await overflowOf(page)).toBe(0);
        expect(await page.title()).not.toBe("taken");
        expect(faults).toEqual([]);
      });
    });

    it.each(windows.slice(0, 3))("%s: axe finds nothing", async (_, options) => {
      await opened(name, options, async ({ page }) => {
        await openFolds(page);
        expect(await violationsOf(page)).toEqual([]);
      });
    });
  });

  it("opens the fold that a link of the contents leads to, without script", async () => {
    await opened("a study with dangers", { script: false }, async ({ page }) => {
      const fold = page.locator("#fold-survives");
      expect(await fold.getAttribute("open")).toBeNull();
      await page.click("nav a[href='#survives']");
      await page.waitForURL(/#survives$/);
      expect(await fold.getAttribute("open")).not.toBeNull();
      expect((await fold.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    });
  });

  it("prints what decides, and names the folds that it leaves out", async () => {
    await opened("a study with dangers", {}, async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      const shown = (css: string): Promise<boolean> => page.locator(css).isVisible();
      expect(await shown("section:has(#decision) table")).toBe(true);
      expect(await shown("#verdicts li:first-child")).toBe(true);
      expect([await shown("#fold-estimates"), await shown("nav")]).toEqual([false, false]);
      expect(await shown(".besides")).toBe(true);
      expect(await page.locator(".besides").textContent()).toContain("Estimates");
    });
  });

  it("is read by the keyboard alone: every link and fold is reached, and shows that it is", async () => {
    await opened("a study with dangers", {}, async ({ page }) => {
      const stops = await page.evaluate(
        "document.querySelectorAll('a[href],summary,[tabindex=\"0\"],button,select,input').length",
      );
      const reached = new Set<string>();
      for (let i = 0; i < Number(stops) + 2; i++) {
        await page.keyboard.press("Tab");
        reached.add(String(await page.evaluate(focused)));
      }
      expect([...reached].filter((each) => each.endsWith("none"))).toEqual([]);
      const all = await page.evaluate(focusable);
      expect(all).toBeGreaterThan(3);
      expect(reached.size).toBeGreaterThanOrEqual(Number(all));
    });
  });
});

/** Which element has the focus, and how that is seen. */
const focused = `(() => {
  const each = document.activeElement;
  const at = [...document.querySelectorAll("*")].indexOf(each);
  return each === document.body ? "body" : at + " " + getComputedStyle(each).outlineStyle;
})()`;

/** How many elements take the focus: not those in folds that are closed. */
const focusable = `[...document.querySelectorAll("a[href],summary,[tabindex='0'],button,select,input")]
  .filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length`;

const openFolds = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

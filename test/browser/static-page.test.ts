import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatHtml, resultDocument } from "../../src/report/index.js";
import { tellSkipped } from "../engines/skipped.js";
import {
  openFolds,
  openPages,
  overflowOf,
  type PageOptions,
  type Pages,
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
  let pages: Pages;
  beforeAll(async () => {
    pages = await openPages();
    for (const [name, result] of Object.entries(results))
      await writeFile(join(pages.folder, `${name}.html`), formatHtml(resultDocument(result)));
  });
  afterAll(() => pages.close());

  const opened: Pages["opened"] = (name, ...rest) => pages.opened(`${name}.html`, ...rest);

  describe.each(names)("%s", (name) => {
    it.each(windows)("%s: fits, asks for nothing, and says no error", async (_, options) => {
      await opened(name, options, async ({ page }) => {
        await openFolds(page);
        expect(await overflowOf(page)).toBe(0);
        expect(await page.title()).not.toBe("taken");
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

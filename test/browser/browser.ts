import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const program = ["chromium", "chromium-browser", "google-chrome"]
  .map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim())
  .find((path) => path !== "");

/** Why no browser runs here; undefined where one does. */
export const whyNoBrowser: string | undefined =
  program === undefined ? "the package chromium is not installed" : undefined;

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: program ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"],
  });

export interface PageOptions {
  readonly width?: number;
  readonly isDark?: boolean;
  /** False: as where a mail program or a policy forbids scripts. */
  readonly script?: boolean;
  /** What the address ends in, after the `#`. */
  readonly hash?: string;
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, and every request but for the page itself. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a file in a window of its own, as a reader does who double-clicks it. */
export async function openPage(
  browser: Browser,
  path: string,
  { width = 1280, isDark = false, script = true, hash = "" }: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: isDark ? "dark" : "light",
    javaScriptEnabled: script,
    offline: true,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const address = `${pathToFileURL(path)}${hash}`;
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const isOwn =
      request.url() === String(pathToFileURL(path)) ||
      request.url() === address ||
      /^(blob|data):/.test(request.url());
    if (!isOwn) faults.push(`request of ${request.url()}`);
  });
  await page.goto(address);
  return { page, faults, close: () => context.close() };
}

/** A browser with pages in a folder of its own, which both are gone after the tests. */
export interface Pages {
  readonly folder: string;
  /** Opens a file of the folder and looks at it; it must have no fault. */
  readonly opened: <T>(
    name: string,
    options: PageOptions,
    look: (open: OpenPage) => Promise<T>,
  ) => Promise<T>;
  readonly close: () => Promise<void>;
}

export async function openPages(): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), "hindcast-pages-"));
  const browser = await openBrowser();
  return {
    folder,
    async opened(name, options, look) {
      const open = await openPage(browser, join(folder, name), options);
      try {
        const seen = await look(open);
        expect(open.faults).toEqual([]);
        return seen;
      } finally {
        await open.close();
      }
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens every fold of a page. */
export const openFolds = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");

/** What axe finds on a page, a line each. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // Not as a script of the page, which its own policy forbids.
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
       nodes.map(({ target, failureSummary }) => id + ": " + target + ": " + failureSummary)))`,
  );
}

/** By how many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser, overflowOf, whyNoBrowser } from "./browser.js";

const whyNot =
  whyNoBrowser ??
  (existsSync("site/node_modules/vitepress")
    ? undefined
    : "the packages of the site are not installed: npm ci --prefix site");

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Builds the site in a folder of its own, since another build may run next to this one; where it is then. */
function build(folder: string): string {
  const made = ["node_modules", "pages", "dist", "cache", ".temp"];
  const isSource = (path: string) => !made.includes(basename(path));
  cpSync("site", join(folder, "site"), { recursive: true, filter: isSource });
  cpSync("docs", join(folder, "docs"), { recursive: true });
  cpSync("README.md", join(folder, "README.md"));
  symlinkSync(resolve("site/node_modules"), join(folder, "site/node_modules"));
  const built = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: join(folder, "site"),
    encoding: "utf8",
  });
  expect(built.stderr + built.stdout, "the build of the site").toContain("build complete");
  return join(folder, "site/.vitepress/dist");
}

/** The file of an address: one without an ending is a page. */
function fileOf(folder: string, pathname: string): string {
  const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
  return join(folder, extname(name) === "" ? `${name}.html` : name);
}

const isThere = (folder: string, pathname: string): boolean => existsSync(fileOf(folder, pathname));

/** The site as a server of files gives it. */
function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = fileOf(folder, new URL(request.url ?? "/", "http://site").pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" });
    return response.end(readFileSync(path));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Words of tables that begin in one line and end in another. */
const brokenWords = `[...document.querySelectorAll(".vp-doc td")].flatMap((cell) => {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) {
    const { data } = texts.currentNode;
    for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) words.push(word);
    }
  }
  return words;
})`;

describe.skipIf(whyNot !== undefined)(`the site (${whyNot ?? "built"})`, () => {
  let folder = "";
  let site = "";
  let server: Server;
  let browser: Browser;
  let pages: readonly string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "hindcast-site-"));
    site = build(folder);
    pages = (await readdir(site))
      .filter((name) => name.endsWith(".html") && name !== "404.html")
      .map((name) => name.replace(/(index)?\.html$/, ""));
    server = await serve(site);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  it("says on its home how it is installed, and keeps room for the promises of How we know", async () => {
    const { port } = server.address() as AddressInfo;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "load" });
    expect(await page.locator(".vp-doc").textContent()).toContain("npm run demo");
    await page.goto(`http://127.0.0.1:${port}/how-we-know`, { waitUntil: "load" });
    const { width = 0 } = (await page.locator(".vp-doc td").first().boundingBox()) ?? {};
    expect(width).toBeGreaterThan(150);
    await page.close();
  });

  it("has no page that scrolls sideways or breaks a word of a table, on a wide window or on a telephone, or links to nothing", async () => {
    const { port } = server.address() as AddressInfo;
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("response", (response) => {
      if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
    });
    expect(pages.length).toBeGreaterThan(25);
    const wide: string[] = [];
    const broken: string[] = [];
    const absent: string[] = [];
    for (const name of pages) {
      await page.goto(`http://127.0.0.1:${port}/${name}`, { waitUntil: "load" });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const by = await overflowOf(page);
        if (by > 0) wide.push(`${name || "index"} at ${width}: by ${by} pixels`);
        for (const word of (await page.evaluate(brokenWords)) as readonly string[])
          broken.push(`${name || "index"} at ${width}: ${word}`);
      }
      const linked: readonly string[] = await page.evaluate(
        `[...document.querySelectorAll(".vp-doc a[href]")].map(({ href }) => href)`,
      );
      for (const { origin, pathname } of linked.map((href) => new URL(href))) {
        if (origin === new URL(page.url()).origin && !isThere(site, pathname))
          absent.push(`${name} links to ${pathname}`);
      }
    }
    expect(wide).toEqual([]);
    expect(broken).toEqual([]);
    expect(absent).toEqual([]);
    expect(faults).toEqual([]);
  });
});

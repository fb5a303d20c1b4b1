import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { tellSkipped } from "../engines/skipped.js";
import { runCommand } from "../fixture/run-command.js";
import { openFolds, openPages, type PageOptions, type Pages, whyNoBrowser } from "./browser.js";

tellSkipped({ name: "pictures that are saved", unavailable: whyNoBrowser });

const pictures = ["forest", "curves", "specifications"];
const demo = "fresh-model-new-release-and-3-more-against-production";

describe.skipIf(whyNoBrowser !== undefined)("a picture that is saved", () => {
  let pages: Pages;

  beforeAll(async () => {
    pages = await openPages();
    for (const words of [
      "demo --impressions 4000 --output demo",
      "evaluate demo/study.yaml --fold 128 --save-tally t.parquet -o r.json",
      "report t.parquet -o page.html",
    ])
      await runCommand(words.split(" "), { cwd: pages.folder, modules });
    await writeHostile(pages.folder);
  }, 300_000);
  afterAll(() => pages.close());

  const saved = (ending: string, name = "page.html", options: PageOptions = {}) =>
    pages.opened(name, options, async ({ page }) => {
      await openFolds(page);
      return { files: await savedBy(page, ending), shown: await shownOn(page) };
    });

  it("is an SVG with what the page shows, and no style or script of it", async () => {
    const { files, shown } = await saved("SVG");
    const [from, to] = ["2026-11-02", "2026-11-08"];
    expect(Object.keys(files)).toEqual(
      pictures.map((name) => `${demo}-t-${from}-to-${to}-${name}.svg`),
    );
    for (const [at, file] of Object.values(files).entries()) {
      const svg = file.toString();
      const { title, texts, names, attributes } = await read(pages, svg);
      expect(title[1]).toBe(title[0]);
      expect(title[0]).toMatch(
        /^[A-Z][\w ?]+ · .+ against production, t, 2026-11-02 to 2026-11-08$/,
      );
      expect(texts).toBe(shown[at]?.texts);
      expect(texts.length).toBeGreaterThan(50);
      expect(svg.match(/<circle /g)?.length).toBe(shown[at]?.circles);
      expect(names).not.toMatch(/script|style|foreignObject|image|parsererror/);
      expect(attributes).not.toMatch(/\b(on\w+|class|style|href)\b/);
    }
  });

  it("has the same bytes in the dark", async () => {
    const [light, dark] = [await saved("SVG"), await saved("SVG", "page.html", { isDark: true })];
    expect(dark.files).toEqual(light.files);
  });

  it("is a PNG of twice the size, with something drawn", async () => {
    const { files: svgs } = await saved("SVG");
    const { files } = await saved("PNG");
    for (const [at, name] of pictures.entries())
      expect(Object.keys(files)[at]).toMatch(new RegExp(`^${demo}-t-.*-${name}\\.png$`));
    for (const [at, file] of Object.values(files).entries()) {
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(
        Object.values(svgs)[at]?.toString() ?? "",
      ) ?? ["", "0", "0"];
      // The header of every PNG.
      expect(file.subarray(1, 4).toString()).toBe("PNG");
      expect(file.readUInt32BE(16)).toBe(2 * Number(width));
      expect(file.readUInt32BE(20)).toBe(2 * Number(height));
      expect(await coloursOf(pages, file)).toBeGreaterThan(20);
    }
  });

  it("holds any name as a text", async () => {
    const { files, shown } = await saved("SVG", "hostile.html");
    const [forest = ""] = Object.keys(files);
    expect(forest).toMatch(/^[\p{L}\p{N}.-]{1,150}-hostile-forest\.svg$/u);
    for (const [at, file] of Object.values(files).entries()) {
      const { texts, names } = await read(pages, file.toString());
      expect(texts).toBe(shown[at]?.texts);
      expect(names).not.toMatch(/script|img|parsererror/);
    }
    const { files: drawn } = await saved("PNG", "hostile.html");
    for (const file of Object.values(drawn))
      expect(await coloursOf(pages, file)).toBeGreaterThan(20);
  });
});

/** Files that the buttons give, by their names. */
async function savedBy(page: Page, ending: string): Promise<Readonly<Record<string, Buffer>>> {
  const files: Record<string, Buffer> = {};
  for (const button of await page.getByRole("button", { name: `Save ${ending}` }).all()) {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    files[download.suggestedFilename()] = await readFile(await download.path());
  }
  return files;
}

interface ShownPicture {
  readonly texts: string;
  readonly circles: number;
}

/** Of the pictures of a page: what is written in them, without spaces, and how many points are drawn. */
const shownOn = (page: Page): Promise<readonly ShownPicture[]> =>
  page.evaluate(`[...document.querySelectorAll("p.save")].map((save) => {
    const note = save.previousElementSibling;
    const places = note.matches("p.note") ? [note.previousElementSibling, note] : [note];
    return {
      texts: places.map((place) => place.textContent).join("").replaceAll(/\\s/g, ""),
      circles: places.flatMap((place) => [...place.querySelectorAll("circle")]).length,
    };
  })`);

interface ReadPicture {
  /** For readers of the file, and above the picture. */
  readonly title: readonly [string, string];
  readonly texts: string;
  readonly names: string;
  readonly attributes: string;
}

/** An SVG as a strict reader of XML has it: its title, and its other texts. */
const read = (pages: Pages, svg: string): Promise<ReadPicture> =>
  pages.opened("page.html", {}, ({ page }) =>
    page.evaluate(`(() => {
      const { documentElement: root } =
        new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml");
      const all = [root, ...root.querySelectorAll("*")];
      const titles = [root.querySelector("title"), root.querySelector("text")];
      const title = titles.map((each) => each?.textContent);
      for (const each of titles) each?.remove();
      return {
        title,
        texts: root.textContent.replaceAll(/\\s/g, ""),
        names: [...new Set(all.map(({ tagName }) => tagName))].join(" "),
        attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))].join(" "),
      };
    })()`),
  );

const coloursOf = (pages: Pages, png: Buffer): Promise<number> =>
  pages.opened("page.html", {}, ({ page }) =>
    page.evaluate(`(async () => {
      const bytes = Uint8Array.from(atob("${png.toString("base64")}"), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      return new Set(new Uint32Array(data.buffer)).size;
    })()`),
  );

/** A page whose policies have names of a stranger. */
async function writeHostile(cwd: string): Promise<void> {
  const names = [
    `</script><script>alert(1)</script>`,
    `"'><img src=x onerror=alert(1)>&amp;<![CDATA[`,
    "\u202Eevil\u202C \u05d0\u05d1\u05d2",
    "long ".repeat(2000),
  ];
  const rows = Array.from({ length: 400 }, (_, i) => {
    const [session, place] = [i >> 1, 1 + (i % 2)];
    return `s${session},u${session % 60},i${i % 7},${place},${3 - place},${i % 3 ? 0 : 1}`;
  });
  const head = "session,user,item,place,other,liked";
  await writeFile(join(cwd, "log.csv"), [head, ...rows].join("\n"));
  const policies = Object.fromEntries(names.map((name) => [name, { rank: "other" }]));
  const roles = { trajectory: "session", user: "user", item: "item", rank: "place" };
  const exposure = { curve: { model: "log2" } };
  const log = { source: "log.csv", ...roles, rewards: { like: "liked" }, exposure };
  await writeFile(
    join(cwd, "hostile.json"),
    JSON.stringify({ log, policies, estimators: ["dcg", "snips"] }),
  );
  const words = "evaluate hostile.json --html hostile.html -o h.json".split(" ");
  const { code, stderr } = await runCommand(words, { cwd, modules });
  expect(code, stderr).toBe(0);
}

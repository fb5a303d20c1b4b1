import { access, readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { thresholds } from "../src/diagnostics/index.js";
import { bucketOfInteger } from "../src/tally/bucket.js";

const root = new URL("../", import.meta.url);
const readText = (name: string): Promise<string> => readFile(new URL(name, root), "utf8");

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(new URL(folder, root), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|md)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(fileURLToPath(root).length));
}

/** A text without line breaks, so that a reference that runs over two comment lines is found. */
const flat = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, " ");

const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^##+ (.+)$/gm)].map(([, title = ""]) => title);

/** Every section that is named after the page: `"A"`, or `"A" and "B"`. */
const citedIn = (text: string): readonly string[] =>
  [...flat(text).matchAll(/docs\/methods\.md,((?: and)? "[^"]+")+/g)].flatMap(([all]) =>
    [...all.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title),
  );

const missingIn = (text: string, headings: readonly string[]): readonly string[] =>
  citedIn(text).filter((title) => !headings.includes(title));

/** References that a reader of the repository and of the printed paper cannot follow. */
const foreignIn = (text: string): readonly string[] =>
  [...flat(text).matchAll(/\bmethods [A-K]\.\d+|\bEqs?\. [a-zA-Z_]{2,}/g)].map(([all]) => all);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number} -]/gu, "")
    .replaceAll(" ", "-");

describe("docs/methods.md", () => {
  it("links to sections only", async () => {
    const text = await readText("docs/methods.md");
    const anchors = headingsOf(text).map(anchorOf);
    const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = ""]) => anchor);
    expect(anchors).toContain("standard-errors-from-bucket-sums");
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(anchors).toContain(link);
  });

  it("names only files and folders that exist", async () => {
    const text = await readText("docs/methods.md");
    const places = [...text.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, place = ""]) => place);
    expect(places).toContain("src/inference");
    for (const place of places) {
      await expect(access(new URL(place, root)), place).resolves.toBeUndefined();
    }
  });

  it("has the thresholds and the hash of the code", async () => {
    const text = await readText("docs/methods.md");
    const { effectiveSampleSize, largestWeight, fewClusters } = thresholds;
    const short = (value: number): string =>
      value < 1 ? String(value).slice(1) : value.toLocaleString("en-US");
    expect(text).toContain(
      `fail > ${short(largestWeight.fail)},   watch > ${short(largestWeight.watch)}`,
    );
    const { fail, watch } = effectiveSampleSize;
    expect(text).toContain(`fail < ${short(fail)},  watch < ${short(watch)}`);
    expect(text).toContain(`watch < ${fewClusters.watch}\n`);
    expect(text).toContain(`key 42 falls into bucket ${bucketOfInteger(42n)}.`);
  });
});

describe("references to docs/methods.md", () => {
  it("are found also where they run over two lines", () => {
    const comment =
      '/**\n * The delta method (docs/methods.md,\n * "Standard errors from bucket\n * sums").\n */';
    expect(citedIn(comment)).toEqual(["Standard errors from bucket sums"]);
  });

  it("name a section that exists, wherever they stand", async () => {
    const headings = headingsOf(await readText("docs/methods.md"));
    expect(missingIn('docs/methods.md, "Weights"', headings)).toEqual([]);
    expect(missingIn('docs/methods.md, "Wieghts"', headings)).toEqual(["Wieghts"]);
    expect(missingIn('docs/methods.md, "DCG" and "Cliping"', headings)).toEqual(["Cliping"]);
    for (const folder of ["src", "docs", "test"]) {
      for (const file of await filesIn(folder)) {
        if (file === "test/methods.test.ts") continue;
        expect(missingIn(await readText(file), headings), file).toEqual([]);
      }
    }
  });

  it("have replaced those to the sections of another text and to labels of the paper's source", async () => {
    expect(foreignIn("as derived there (methods B.11)")).toEqual(["methods B.11"]);
    expect(foreignIn("/**\n * its own mean (methods\n * D.11)\n */")).toEqual(["methods D.11"]);
    expect(foreignIn("paper, Eq. some_label, Eq. (8)")).toEqual(["Eq. some_label"]);
    for (const folder of ["src", "docs", "test"]) {
      for (const file of await filesIn(folder)) {
        if (file === "test/methods.test.ts") continue;
        expect(foreignIn(await readText(file)), file).toEqual([]);
      }
    }
  });
});

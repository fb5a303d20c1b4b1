import { describe, expect, it } from "vitest";
import { difference, estimate, fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { resultDocument } from "../../documents/result.js";
import { formatHtml } from "./html.js";
import { html } from "./markup.js";

const page = formatHtml(resultDocument(fixtureResult()));
const VOID = new Set(["meta", "br", "!doctype"]);

/** Names of elements that are left open or closed out of turn. */
function unbalanced(text: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, close, name = "", rest = ""] of text.matchAll(/<(\/?)([!\w]+)([^>]*)>/g)) {
    if (VOID.has(name) || rest.endsWith("/")) continue;
    if (close !== "/") open.push(name);
    else if (open.pop() !== name) faults.push(name);
  }
  return [...faults, ...open];
}

describe("formatHtml", () => {
  it("is whole, offline and without script", () => {
    expect(unbalanced(page)).toEqual([]);
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\son\w+=|url\(|@import|https?:/i);
    expect(page).toContain("default-src 'none'");
  });

  it("keeps flags of a command whole", () => {
    const made = {
      ...resultDocument(fixtureResult()),
      lead: "seed 1: hindcast demo --seed 1 -- <x>",
    };
    const shown = formatHtml({ ...made, printable: () => made });
    expect(shown).toContain(
      '<p>seed 1: hindcast demo <span style="white-space:nowrap">--seed</span> 1 -- &lt;x&gt;</p>',
    );
  });

  it("gives every table a caption and every picture a title and a description", () => {
    const count = (pattern: RegExp): number => page.match(pattern)?.length ?? 0;
    expect(count(/<caption>/g)).toBe(count(/<table>/g));
    const pictures = page.match(/<svg[^>]*role="img"[\s\S]*?<\/svg>/g) ?? [];
    expect(pictures.length).toBeGreaterThan(7);
    for (const picture of pictures) expect(picture).toMatch(/<title>.+<\/title><desc>.+<\/desc>/);
    expect(count(/<svg/g)).toBe(pictures.length + count(/<svg[^>]*aria-hidden="true"/g));
  });

  it("follows the reader's light or dark", () => {
    expect(page).toContain("prefers-color-scheme:dark");
    expect(page).toContain("color-scheme:light dark");
  });

  it("prints what is folded on the screen", () => {
    expect(page).toContain("<details>");
    const print = page.slice(page.indexOf("@media print"), page.indexOf("</style>"));
    expect(print).toMatch(/details::details-content\{[^}]*content-visibility:visible/);
  });

  it("keeps every coordinate finite, however odd the numbers", () => {
    const odd = [0, -1e300, 1e-300, Number.NaN, Number.POSITIVE_INFINITY];
    for (const value of odd) {
      const rows = { estimates: [estimate(value, 0)], differences: [difference(value, 0)] };
      expect(formatHtml(resultDocument(fixtureResult(rows)))).not.toMatch(
        /="[^"]*(NaN|Infinity|–)/,
      );
    }
  });
});

describe("the tag", () => {
  it("escapes what fills a hole, and only that", () => {
    expect(html`<p title="${`"'`}">${"<b>&"}</p>`.markup).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;</p>',
    );
  });

  it("takes markup, lists, numbers and nothing", () => {
    const inner = html`<i>${1}</i>`;
    expect(html`${[inner, null, undefined, false, "x"]}${Number.NaN}`.markup).toBe("<i>1</i>x–");
  });
});

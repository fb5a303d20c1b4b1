import { expect, it } from "vitest";
import type { ReportDocument } from "../../document.js";
import { chapter } from "../../document.js";
import { defineElement } from "../../element.js";
import { formatMarkdown } from "./markdown.js";

const element = (name: string, blocks: readonly string[], after?: string) =>
  defineElement<unknown, readonly string[]>({
    name,
    title: null,
    ...(after === undefined ? {} : { after: { markdown: after } }),
    view: () => blocks,
    markdown: (view) => view,
  });

function written(elements: readonly ReturnType<typeof element>[], heading?: string): string {
  const document: ReportDocument = {
    hindcast: "0.0.0",
    title: "",
    lead: "",
    chapters: [chapter(elements, {}, heading === undefined ? null : { id: "a", text: heading })],
    json: {},
    printable: () => document,
  };
  return formatMarkdown(document);
}

it("puts an empty line between blocks, and none between bullets of two elements", () => {
  const parts = [
    element("a", ["text", "- one"]),
    element("b", ["- two\n- three"]),
    element("c", ["end"]),
  ];
  expect(written(parts)).toBe("text\n\n- one\n- two\n- three\n\nend\n");
});

it("puts an element after the one that it names, and a chapter's heading before all", () => {
  const parts = [element("a", ["a"], "b"), element("b", ["b"]), element("c", ["c"], "nobody")];
  expect(written(parts, "Feed *x*")).toBe("## Feed \\*x\\*\n\nb\n\na\n\nc\n");
});

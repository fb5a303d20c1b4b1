import type { FitResult } from "../../../evaluate/fit.js";
import { defineElement, type Element } from "../../element.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import { describeFitLog } from "../../words/feed.js";

export const fitLogSize: Element<FitResult> = defineElement({
  name: "fit-log",
  title: null,
  always: true,
  view: describeFitLog,
  text: (sentence) => [{ lines: [sentence] }],
  markdown: (sentence) => ["# Position bias", markdownText(sentence)],
});

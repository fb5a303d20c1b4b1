import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";

export const reading: Element<unknown> = defineElement({
  name: "reading",
  title: "How to read this",
  always: true,
  view: () => ({}),
  summary: () => "what the words, the lines and the pictures mean",
  html: () => html`<dl>
<dt>Better, worse</dt><dd>The whole adjusted interval of the paired difference lies on one side of zero, in the reward’s own direction (where the study has p adjusted by a method without intervals, the adjusted p is small), and the call survives every danger of which the log shows a sign.</dd>
<dt>Cannot tell</dt><dd>The interval holds zero; or a danger of which there is a sign could change the call, such as views of items that the log does not hold; or there is no estimator to decide by. It does not say that the policies are equal.</dd>
<dt>Do not trust</dt><dd>The number itself is wrong by an amount that matters. The reason stands in its place; in JSON it stands under the key withheld.</dd>
<dt>Does the decision survive?</dt><dd>Each danger is another reading of the same log, with its own difference. The table says where the call would flip, and what the log shows; percentages of differences are of what the baseline earns.</dd>
<dt>Intervals</dt><dd>The picture of lifts has the interval of the whole family, all lines on one scale; its pale bar holds the values that missing views leave possible. In tables the thick line is the interval of the one comparison; the thin line is wider, so that all comparisons of the family hold at once. An arrow says that there is no end on that side. A picture leaves no row of its table out.</dd>
<dt>A sentence instead of a number</dt><dd>The log cannot answer the question, for the reason given.</dd>
<dt>Estimates side by side</dt><dd>Differences are paired: both policies are estimated on the same trajectories. Intervals of two estimates may therefore overlap where their difference is clear.</dd>
</dl>`,
});

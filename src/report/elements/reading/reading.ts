import { defineElement, type Element } from "../../element.js";
import { html } from "../../formats/html/markup.js";

export const reading: Element<unknown> = defineElement({
  name: "reading",
  title: "How to read this page",
  always: true,
  view: () => ({}),
  summary: () => "what the words, the rows and the pictures mean",
  html: () => html`<dl>
<dt>Better, worse</dt><dd>The whole adjusted interval of the paired difference lies on one side of 0, in the reward’s own direction (where the study adjusts p by a method without intervals, the adjusted p is small), and the verdict holds under every check for which the log shows evidence.</dd>
<dt>Cannot tell</dt><dd>The interval contains 0; or the log shows evidence of a threat that could change the verdict, such as missing views (of items that the log does not hold); or there is no estimator to decide by. It does not mean that the policies are equal.</dd>
<dt>Do not trust</dt><dd>The number itself is wrong by an amount that matters. The reason is given in its place; in JSON it is under the key withheld.</dd>
<dt>Does the verdict hold?</dt><dd>Each check makes an alternative estimate of the difference from the same log. The table says from where the verdict would change, and what the log shows; differences in percent are relative to what the baseline earns.</dd>
<dt>Intervals</dt><dd>The picture of lifts shows intervals that hold for all comparisons at once, on one scale; its pale bar covers the values that missing views leave possible. In tables the thick line is the interval of the one comparison and the wider, thin line the one that holds for all comparisons at once. An arrow: unbounded on that side. A picture has every row of its table.</dd>
<dt>A sentence instead of a number</dt><dd>The log cannot answer the question, for the reason given.</dd>
<dt>Estimates side by side</dt><dd>Differences are paired: both policies are estimated on the same trajectories. Intervals of two estimates may therefore overlap although their difference is clear.</dd>
</dl>`,
});

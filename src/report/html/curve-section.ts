import { capital } from "../say/capital.js";
import type { SaidCurve } from "../say/say-curves.js";
import { html, type Markup } from "./markup.js";
import { scrollingTable } from "./scrolling-table.js";

const headings = [{ name: "Of" }, { name: "Model" }, { name: "Estimated" }, { name: "From" }];

/** The curves of position bias that were estimated, one row each. */
export function curveSection(curves: readonly SaidCurve[]): Markup | null {
  if (curves.length === 0) return null;
  return html`<section aria-labelledby="curves"><h2 id="curves">Position bias</h2>
${scrollingTable("Curves that were estimated: the chance that a rank is viewed", headings, curves.map(row))}</section>`;
}

function row({ scope, model, numbers, cutoff, source, carried }: SaidCurve): Markup {
  const estimated = [numbers, cutoff].filter((part) => part !== null).join(", ");
  return html`
<tr><th scope="row">${capital(scope)}</th><td><code>${model}</code></td><td>${estimated}</td><td>${capital(source)}; ${carried}.</td></tr>`;
}

import type { Figure, PlotLibrary } from "../figure.js";
import { html, type Markup } from "../formats/html/markup.js";

/** The style of a page that has figures: as many in a row as fit, four in two rows, in the colours of the page. */
export const figureStyle =
  ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(17rem,1fr));gap:1rem 2rem;align-items:start}.figures:has(>:nth-child(4):last-child){grid-template-columns:repeat(auto-fit,minmax(max(17rem,40%),1fr))}.figures figure{margin:0 0 1rem;min-width:0}.figures figure figure{margin:0}.plot{max-width:100%;height:auto}.plot text{font-size:inherit;text-anchor:inherit;white-space:pre}.plot-swatches{display:flex;flex-wrap:wrap;gap:0 1rem;font-size:.8125rem}.plot-swatch{display:flex;align-items:center;gap:.35rem}";

/** What draws figures: the plotting library on a document of its own. Loading it takes a fifth of a second. */
export interface Plotter {
  readonly library: PlotLibrary;
  readonly draw: (figure: Figure) => Markup;
}

/** Loads the plotting library; pages with figures need it (`hasFigures`), others do not. */
export async function loadPlotter(): Promise<Plotter> {
  const [library, { parseHTML }] = await Promise.all([
    import("@observablehq/plot"),
    import("linkedom"),
  ]);
  const document = parseHTML("<!doctype html><html></html>").document;
  return {
    library,
    draw: ({ title, options }) => {
      const drawn: { readonly outerHTML: string } = library.plot({
        ...{ width: 360, height: 240, marginLeft: 44, insetTop: 4 },
        ...options,
        ...{ document, ariaLabel: title, className: "plot" },
      });
      return html`<figure><figcaption>${title}</figcaption>${ofPage(drawn.outerHTML)}</figure>`;
    },
  };
}

/** The library's own style is replaced by the page's, and no coordinate has more digits than a screen shows. */
function ofPage(drawn: string): Markup {
  const markup = drawn
    .replaceAll(/<style>[^<]*<\/style>/g, "")
    .replaceAll(/<[^>]*>/g, (tag) =>
      tag.replaceAll(/-?\d+\.\d{3,}(e-\d+)?/g, (digits) =>
        String(Number(Number(digits).toFixed(2))),
      ),
    )
    // Assistive technology reads no name of a part that has no role.
    .replaceAll(/(<g\b[^>]*?) aria-label=/g, "$1 data-part=")
    .replace(/<svg(?=[^>]* aria-label=)/, '<svg role="img"');
  return { markup };
}

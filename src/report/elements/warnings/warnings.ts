import type { Diagnosis } from "../../../diagnostics/index.js";
import type { Reason } from "../../../errors.js";
import { defineElement, type Element, type ElementSpec } from "../../element.js";
import { reasonWriters } from "../../formats/reasons.js";
import { spaced } from "../../words/names.js";

interface Source {
  readonly warnings: readonly Reason[];
  readonly diagnostics?: readonly Diagnosis[];
}

/** The warnings that no diagnosis repeats. */
export const warnings: Element<Source> = warningsUnder("## Warnings");

/** The same in a chapter, whose heading stands for it in Markdown. */
export const chapterWarnings: Element<Source> = warningsUnder("");

/** The same folded away on the page. */
export const foldedWarnings: Element<Source> = warningsUnder("## Warnings", {
  summary: (reasons) => [...new Set(reasons.map(({ code }) => spaced(code)))].join(", "),
});

function warningsUnder(
  heading: string,
  fold: Pick<ElementSpec<Source, readonly Reason[]>, "summary"> = {},
): Element<Source> {
  return defineElement({
    ...fold,
    name: "warnings",
    title: "Warnings",
    view: ({ warnings, diagnostics = [] }: Source): readonly Reason[] | null => {
      const said = new Set(
        diagnostics.map(({ consequence, remedy }) => `${consequence} ${remedy}`),
      );
      const others = warnings.filter(({ message }) => !said.has(message));
      return others.length === 0 ? null : others;
    },
    ...reasonWriters("Warnings", "yellow", heading),
  });
}

import type { Diagnosis } from "../../../diagnostics/index.js";
import type { Reason } from "../../../errors.js";
import { defineElement, type Element } from "../../element.js";
import { reasonWriters } from "../../formats/reasons.js";

interface Source {
  readonly warnings: readonly Reason[];
  readonly diagnostics?: readonly Diagnosis[];
}

/** The warnings that no diagnosis says in the same words. */
export const warnings: Element<Source> = warningsUnder("## Warnings");

/** The same in a chapter, whose heading stands for it in Markdown. */
export const chapterWarnings: Element<Source> = warningsUnder("");

function warningsUnder(heading: string): Element<Source> {
  return defineElement({
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

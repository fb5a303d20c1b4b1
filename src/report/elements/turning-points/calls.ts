import type { CheckResult, Verdict } from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { showBareP } from "../../../numeric/show-number.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { verdictWords } from "../../words/names.js";

/** A comparison that is judged better or worse: the checks under which that holds, and what would change it. */
export interface Call {
  readonly line: string;
  readonly verdict: Verdict;
  /** "a shift of -5.42 %" */
  readonly shift: string;
  readonly survived: string;
  /** Assumed quantities: those that change the verdict, and how far others do not. */
  readonly quantities: readonly string[];
}

export function callOf(
  line: string,
  verdict: Verdict,
  quantities: readonly string[],
): readonly Call[] {
  if (!isAnswer(verdict) || !/^(better|worse)$/.test(verdict.verdict)) return [];
  const held = (verdict.checks ?? []).filter(({ holds }) => holds === true);
  return [{ line, verdict, shift: shiftOf(held), survived: survivedOf(held), quantities }];
}

/** The smallest of the shifts at which a check would overturn the verdict. */
function shiftOf(held: readonly CheckResult[]): string {
  const [least] = held
    .flatMap(({ tipping }) => (tipping?.unit === "reward" ? [tipping] : []))
    .toSorted((a, b) => Math.abs(a.value ?? 0) - Math.abs(b.value ?? 0));
  return least?.words ?? "\u2013";
}

function survivedOf(held: readonly CheckResult[]): string {
  if (held.length === 0) return "none was run";
  const signs = held.filter(({ applies }) => applies).map(({ title }) => title);
  const of =
    signs.length === 0 ? "no evidence of any threat" : `with evidence of: ${signs.join(", ")}`;
  return `${held.length}, ${of}`;
}

export const callsGrid = (calls: readonly Call[], hasOtherCurves: boolean): Grid => ({
  caption: "The checks under which each verdict holds, and what would change it",
  columns: [
    ...texts("comparison", "verdict", "changed by"),
    ...numeric("adjusted p"),
    ...texts("checks it holds under", "assumed quantities"),
  ],
  rows: calls.map(({ line, verdict, shift, survived, quantities }) => [
    line,
    { text: verdictWords[verdict.verdict], tone: verdict.verdict },
    shift,
    verdict.adjustedP === null ? "\u2013" : showBareP(verdict.adjustedP),
    survived,
    quantities.join("; ") || "none that was tried changes it",
  ]),
  notes: [
    "A shift: how wrong the difference would have to be, in percent of what the baseline earns (or in units of the reward). At a confidence above about 1 \u2212 adjusted p its interval would contain 0.",
    `Tried: each check of \u201cDoes the verdict hold?\u201d, what a missing view earns, trust in the ranker${hasOtherCurves ? ", other curves" : ""}. Not tried: ${hasOtherCurves ? "" : "other curves (--what-if tries them and adds a bar for the steepness; so does \u201cOther curves\u201d on an interactive page), "}what that section names as not testable.`,
  ],
});

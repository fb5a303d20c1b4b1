import type { Survival, Verdict } from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { showBareP } from "../../../numeric/show-number.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { verdictWords } from "../../words/names.js";

/** A line that is called better or worse: what its call survives, and what would turn it. */
export interface Call {
  readonly line: string;
  readonly verdict: Verdict;
  /** "a shift of -5.42 %" */
  readonly shift: string;
  readonly survived: string;
  /** Quantities that no data settle: those that turn it, and how far others do not. */
  readonly quantities: readonly string[];
}

export function callOf(
  line: string,
  verdict: Verdict,
  quantities: readonly string[],
): readonly Call[] {
  if (!isAnswer(verdict) || !/^(better|worse)$/.test(verdict.verdict)) return [];
  const dangers = (verdict.survives ?? []).filter(({ survives }) => survives === true);
  return [{ line, verdict, shift: shiftOf(dangers), survived: survivedOf(dangers), quantities }];
}

/** The smallest of those at which a danger would take the call away. */
function shiftOf(dangers: readonly Survival[]): string {
  const [least] = dangers
    .flatMap(({ tipping }) => (tipping?.unit === "reward" ? [tipping] : []))
    .toSorted((a, b) => Math.abs(a.value ?? 0) - Math.abs(b.value ?? 0));
  return least?.words ?? "\u2013";
}

function survivedOf(dangers: readonly Survival[]): string {
  if (dangers.length === 0) return "none was looked at";
  const signs = dangers.filter(({ binds }) => binds).map(({ title }) => title);
  const of = signs.length === 0 ? "none with a sign" : `with a sign: ${signs.join(", ")}`;
  return `${dangers.length}, ${of}`;
}

export const callsGrid = (calls: readonly Call[], hasOtherCurves: boolean): Grid => ({
  caption: "What each call survives, and what would turn it",
  columns: [
    ...texts("line", "verdict", "turned by"),
    ...numeric("adjusted p"),
    ...texts("dangers survived", "of what no data settle"),
  ],
  rows: calls.map(({ line, verdict, shift, survived, quantities }) => [
    line,
    { text: verdictWords[verdict.verdict], tone: verdict.verdict },
    shift,
    verdict.adjustedP === null ? "\u2013" : showBareP(verdict.adjustedP),
    survived,
    quantities.join("; ") || "nothing that was tried turns it",
  ]),
  notes: [
    "A shift: by so much of what the baseline earns (or so much of the reward) the difference would have to be wrong. Above a confidence of about 1 \u2212 adjusted p its interval would hold 0.",
    `Tried: each danger of \u201cDoes the decision survive?\u201d, what a missing view earns, trust in the ranker${hasOtherCurves ? ", other curves" : ""}. Not tried: ${hasOtherCurves ? "" : "other curves (--what-if tries them and makes a bar of the steepness; so does \u201cOther curves\u201d on a page that answers again), "}what that section names as not testable.`,
  ],
});

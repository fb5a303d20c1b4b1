import type { Result, Survival, Verdict } from "../../../evaluate/conclude/result.js";
import { decimalsFor, showNumber, showSigned } from "../../../numeric/index.js";
import { verdictWords } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";

/** Whether one verdict survives the dangers to it, a row each. */
export interface SurvivalView {
  readonly verdict: Verdict;
  /** "candidate against production, like per trajectory: better" */
  readonly title: string;
  /** Whether a danger refuses the verdict's line. */
  readonly refuses: boolean;
  readonly rows: readonly SurvivalRow[];
}

export interface SurvivalRow {
  readonly survival: Survival;
  readonly answer: "yes" | "NO" | "not tested";
  /** Whether the log shows a sign of the danger. */
  readonly sign: "a sign" | "no sign" | "not tested";
  /** The difference under that reading of the log, "+0.0117 ± 0.0016"; null where it is not re-estimated. */
  readonly difference: string | null;
}

/** Every verdict that says what it survives. */
export function describeSurvivals({ verdicts }: Result): readonly SurvivalView[] {
  return verdicts.flatMap((verdict) => {
    const { policy, baseline, survives = [] } = verdict;
    if (survives.length === 0) return [];
    const question = `${policy} against ${baseline}, ${describeQuestion(verdict)}`;
    const title = `${question}: ${verdictWords[verdict.verdict]}`;
    const refuses = survives.some((each) => !each.survives);
    return [{ verdict, title, refuses, rows: survives.map(describeSurvival) }];
  });
}

function describeSurvival(survival: Survival): SurvivalRow {
  const { effect, binds, survives, alternative } = survival;
  const difference = alternative === null ? null : describeAlternative(alternative);
  if (effect === "inconclusive") {
    return { survival, answer: "not tested", sign: "not tested", difference };
  }
  const sign = binds || effect !== "none" ? "a sign" : "no sign";
  return { survival, answer: survives ? "yes" : "NO", sign, difference };
}

function describeAlternative({ difference, se }: NonNullable<Survival["alternative"]>): string {
  const decimals = decimalsFor(se, difference);
  return `${showSigned(difference, decimals)} ± ${showNumber(se, decimals)}`;
}

/** Whether a row says more than that nothing was found. */
export const isNotable = ({ sign }: SurvivalRow): boolean => sign !== "no sign";

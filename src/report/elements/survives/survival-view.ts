import { notTestableWords } from "../../../checks/not-testable.js";
import type { CheckResult, Result, Verdict } from "../../../evaluate/conclude/result.js";
import { mayStand } from "../../../evaluate/conclude/withheld.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { showNumber, showSigned } from "../../../numeric/show-number.js";
import { estimandWords, feedWords, verdictWords } from "../../words/names.js";
import { describeQuestion } from "../../words/question.js";

export interface SurvivalView {
  readonly verdict: Verdict;
  /** "candidate against production, like per trajectory: better" */
  readonly title: string;
  readonly refuses: boolean;
  readonly rows: readonly SurvivalRow[];
  /** What cannot be tested on this log, "trust bias" … */
  readonly notTestable: readonly string[];
}

export interface SurvivalRow {
  readonly survival: CheckResult;
  /** Undecided where the interval itself gives no verdict that a check could overturn. */
  readonly answer: "yes" | "NO" | "not tested" | "undecided";
  /** Whether the log shows evidence of the threat. */
  readonly sign: "yes" | "no" | "not tested";
  /** The alternative estimate of the difference, "+0.0117 ± 0.0016"; null where there is none. */
  readonly difference: string | null;
  /** From where the verdict would change, and what the log shows. */
  readonly tipping: string;
  readonly measured: string;
}

export function describeSurvivals({ verdicts }: Result): readonly SurvivalView[] {
  return verdicts.flatMap((verdict) => {
    const { policy, baseline, checks = [], notTestable = [] } = verdict;
    if (checks.length === 0) return [];
    const question = `${policy} against ${baseline}, ${describeQuestion(verdict)}`;
    const refuses = checks.some((result) => result.holds === false);
    const hasCall = refuses || verdict.verdict !== "cannotTell";
    return {
      verdict,
      title: `${question}: ${verdictWords[verdict.verdict]}`,
      refuses,
      rows: checks.map((result) => describeSurvival(result, hasCall, verdict)),
      notTestable: notTestable.map((code) => notTestableWords[code]),
    };
  });
}

/** "Not testable on this log: trust bias, …": all, or the first `most` and the number of the others; empty where all is testable. */
export function notTestableSentence(what: readonly string[], most: number = what.length): string {
  if (what.length === 0) return "";
  const more = what.length - most;
  const rest = more > 0 ? ` and ${more} more` : "";
  return `Not testable on this log: ${what.slice(0, most).join(", ")}${rest}.`;
}

/** Where the numbers are withheld, checks that are not the reason repeat none of them. */
const withoutNumbers = (survival: CheckResult): CheckResult => ({
  ...survival,
  interval: null,
  alternative: null,
  message: "",
});

function describeSurvival(survival: CheckResult, hasCall: boolean, verdict: Verdict): SurvivalRow {
  const { effect, applies, holds, alternative, tipping, measured } = survival;
  const isUntested = holds === null || effect === "inconclusive";
  const answer = isUntested ? "not tested" : !holds ? "NO" : hasCall ? "yes" : "undecided";
  const isShown =
    verdict.withheld === undefined ||
    (holds === false && mayStand(verdict, survival.check, survival));
  return {
    survival: isShown ? survival : withoutNumbers(survival),
    answer,
    sign: isUntested ? "not tested" : applies || effect !== "none" ? "yes" : "no",
    difference: alternative === null || !isShown ? null : describeAlternative(alternative),
    tipping: tipping?.words ?? "–",
    measured: measured.words,
  };
}

function describeAlternative({ difference, se }: NonNullable<CheckResult["alternative"]>): string {
  const decimals = decimalsFor(se, difference);
  return `${showSigned(difference, decimals)} ± ${showNumber(se, decimals)}`;
}

/** Whether a row says more than that nothing was found, or that nothing could be looked for. */
export const isNotable = ({ sign, survival }: SurvivalRow): boolean =>
  sign === "yes" || (sign === "not tested" && survival.effect !== "none");

export interface SurvivalGroups {
  readonly plain: readonly SurvivalView[];
  readonly withoutCall: readonly SurvivalView[];
  readonly notable: readonly SurvivalView[];
}

/** Apart: comparisons without evidence of any threat, undecided ones, and all others. */
export function sortViews(views: readonly SurvivalView[]): SurvivalGroups {
  const isWithoutCall = ({ rows }: SurvivalView): boolean =>
    rows.every(({ answer }) => answer === "undecided");
  const isPlain = (view: SurvivalView): boolean =>
    !isWithoutCall(view) && !view.rows.some(isNotable);
  return {
    plain: views.filter(isPlain),
    withoutCall: views.filter(isWithoutCall),
    notable: views.filter((view) => !isPlain(view) && !isWithoutCall(view)),
  };
}

/** Comparisons by their policies: "candidate against production: like per trajectory, feeds 1, 2; watch …". */
export function listLines(views: readonly SurvivalView[]): readonly string[] {
  const groups = groupedBy(views, ({ policy, baseline }) => `${policy} against ${baseline}`);
  return groups.map(([policies, group]) => `${policies}: ${listQuestions(group)}`);
}

function listQuestions(views: readonly SurvivalView[]): string {
  const groups = groupedBy(views, ({ reward, estimand }) => `${reward} ${estimandWords[estimand]}`);
  return groups.map(([reward, group]) => `${reward}${listFeeds(group)}`).join("; ");
}

function listFeeds(views: readonly SurvivalView[]): string {
  const feeds = views.flatMap(({ verdict: { feed } }) => (feed === null ? [] : [feed]));
  const [first] = feeds;
  if (first === undefined) return "";
  return feeds.length === 1 ? `, ${feedWords(first)}` : `, feeds ${feeds.join(", ")}`;
}

function groupedBy(
  views: readonly SurvivalView[],
  keyOf: (verdict: Verdict) => string,
): readonly (readonly [string, readonly SurvivalView[]])[] {
  const keys = new Set(views.map(({ verdict }) => keyOf(verdict)));
  return [...keys].map((key) => [key, views.filter(({ verdict }) => keyOf(verdict) === key)]);
}

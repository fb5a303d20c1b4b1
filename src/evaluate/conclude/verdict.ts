import type { Finding } from "../../checks/check.js";
import type { CheckOutcome } from "../../checks/decide.js";
import { checks } from "../../checks/index.js";
import { type Reason, reason } from "../../errors.js";
import { eachInTurn } from "../each-in-turn.js";
import { type Judgement, judgeComparison } from "./comparisons/judge-comparison.js";
import { decidingRow, estimandOf } from "./deciding-row.js";
import { type ComparisonPlace, type Evidence, placesOf } from "./evidence.js";
import type { Answered, CheckResult, DifferenceRow, Verdict, VerdictNumbers } from "./result.js";
import { isAnswer, mayStand } from "./withheld.js";

/**
 * One verdict for each candidate, reward and feed.
 * See docs/methods.md, "Verdicts".
 */
export const verdictsOf = (evidence: Evidence, signal?: AbortSignal): Promise<readonly Verdict[]> =>
  eachInTurn(placesOf(evidence), (place) => verdictOf(evidence, place), signal);

export function verdictOf(evidence: Evidence, place: ComparisonPlace): Verdict {
  const { study, baseline, differences } = evidence;
  const row = decidingRow(study, place, differences, (differenceRow) => differenceRow);
  const judged = judgeComparison(evidence, row, place);
  const block = blockOf(judged);
  const verdict = { verdict: judged.word, reason: judged.reason, ...block };
  const said = [judged.reason.message, ...(isAnswer(verdict) ? judged.notes : [])].join(" ");
  const { code, facts } = judged.reason;
  return {
    ...place,
    baseline,
    verdict: judged.word,
    reason: withExcluded(reason(code, said, facts), evidence.excluded),
    estimator: row?.estimator ?? null,
    parameters: row?.parameters ?? null,
    estimand: estimandOf(study),
    ...numbersOf(row, 1 - study.confidence),
    ...block,
    ...(block.checks && {
      checks: block.checks.map((result) =>
        mayStand(verdict, result.check, result) ? result : withoutWords(result),
      ),
    }),
  };
}

/** Its numbers stay in `alternative`, `tipping` and `measured`, for those who read `withheld`. */
const withoutWords = (survival: CheckResult): CheckResult => ({
  ...survival,
  tipping: survival.tipping && { ...survival.tipping, words: "withheld" },
  measured: { ...survival.measured, words: "withheld" },
  message: "",
});

const blockOf = ({
  decision,
  ofTest = [],
}: Judgement): Pick<Verdict, "missing" | "alternatives" | "checks" | "notTestable"> =>
  decision === undefined
    ? {}
    : {
        ...(decision.missing && { missing: decision.missing }),
        ...(decision.alternatives && { alternatives: decision.alternatives }),
        checks: [...survivalsOf(decision), ...ofTest],
        notTestable: decision.notTestable,
      };

function numbersOf(row: Answered<DifferenceRow> | undefined, alpha: number): VerdictNumbers {
  if (row === undefined || "none" in row) return { ...noNumbers, level: alpha };
  const { value, se, df, p, adjusted, lift, set = [value, value], setSe = [se, se] } = row;
  const { family, level, interval } = adjusted;
  const identified = row.set === undefined ? "point" : "range";
  const numbers = { value, se, df, identified, set, setSe, interval } as const;
  return { ...numbers, p, adjustedP: adjusted.p, lift, family, level };
}

const noNumbers: Omit<VerdictNumbers, "level"> = {
  value: null,
  se: null,
  df: null,
  identified: null,
  set: null,
  setSe: null,
  interval: null,
  p: null,
  adjustedP: null,
  lift: null,
  family: 1,
};

/** Nothing is left out in silence: the verdict's own line says how much. */
function withExcluded({ code, message, facts }: Reason, excluded: number): Reason {
  if (excluded === 0) return reason(code, message, facts);
  const more = `${message} ${excluded} trajectories that break a rule are left out.`;
  return reason(code, more, { ...facts, excludedTrajectories: excluded });
}

/** What the checks that were examined show of a comparison, in the order in which reasons are given. */
const survivalsOf = ({ findings }: CheckOutcome): readonly CheckResult[] =>
  findings.map(survivalOf);

function survivalOf(finding: Finding): CheckResult {
  const { code, effect, applies, untested, alternative, tipping, measured, message, facts } =
    finding;
  return {
    check: code,
    title: checks.find((check) => check.code === code)?.title ?? code,
    effect,
    applies,
    holds: untested ? null : effect !== "doNotTrust" && effect !== "cannotTell",
    tipping,
    measured,
    interval: alternative?.interval ?? null,
    alternative: alternative ?? null,
    message,
    facts,
  };
}

import type { Interval, MissingFacts, VerdictWord } from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { type LiftScale, scaleOfAll } from "../../charts/bent-scale.js";
import { LIFT_RANGE, type LiftMark } from "../../charts/lift-strip.js";
import type { ReportedResult } from "../../source.js";
import { type DecisionCell, describeDecision } from "../../words/decision-view.js";
import { feedWords, verdictWords } from "../../words/names.js";
import { isRange } from "../../words/range.js";
import { changeOf } from "../../words/truth-sentence.js";

export type ForestCell = { readonly verdict: VerdictWord } & (
  | LiftMark
  /** In place of a picture: a verdict without a number, or a difference that is no lift. */
  | { readonly words: string }
);

export interface ForestRow {
  readonly policy: string;
  readonly feed: string | null;
  /** Whether it is the first of its policy, which alone names that. */
  readonly isFirst: boolean;
  readonly cell: ForestCell | null;
}

export interface ForestPanel {
  readonly column: string;
  readonly rows: readonly ForestRow[];
}

export interface ForestView {
  readonly baselines: readonly string[];
  readonly confidence: number;
  /** A panel for each column of the decision's table, with its rows in their order. */
  readonly panels: readonly ForestPanel[];
  readonly scale: LiftScale;
  readonly hasSets: boolean;
  readonly hasOpen: boolean;
  readonly hasTruth: boolean;
  readonly percentages: readonly number[];
}

/** The decision's table as marks on one scale; null where no comparison has a lift. */
export function forestView(result: ReportedResult): ForestView | null {
  const decision = describeDecision(result);
  if (decision === null) return null;
  const panels = decision.columns.map((column, at) => ({
    column,
    rows: decision.rows.map(({ policy, feed, cells }, row) => ({
      ...{ policy, feed, isFirst: decision.rows[row - 1]?.policy !== policy },
      cell: markOf(cells[at] ?? null, result),
    })),
  }));
  const marks = panels
    .flatMap(({ rows }) => rows)
    .flatMap(({ cell }) => (cell !== null && "value" in cell ? [cell] : []));
  if (marks.length === 0) return null;
  const { baselines, confidence, percentages } = decision;
  return {
    ...{ baselines, confidence, percentages, panels },
    scale: scaleOfAll(marks.map(reachOf), LIFT_RANGE),
    hasSets: marks.some(({ set }) => set !== null),
    hasOpen: marks.some(({ open }) => open !== null),
    hasTruth: marks.some(({ truth }) => truth !== null),
  };
}

function markOf(cell: DecisionCell | null, { truth = [] }: ReportedResult): ForestCell | null {
  if (cell === null) return null;
  const { line, verdict, numbers } = cell;
  const { policy, baseline, reward, feed, lift, missing } = line;
  if (!isAnswer(line)) return { verdict, words: verdictWords[verdict] };
  if (lift === null || "none" in lift || ![lift.value, ...lift.interval].every(Number.isFinite))
    return { verdict, words: numbers };
  const isSet = isRange(lift);
  const known =
    line.estimand === "perTrajectory" ? changeOf(truth, policy, baseline, reward, feed) : undefined;
  return {
    verdict,
    title: [policy, feedWords(feed), reward].filter(Boolean).join(", "),
    description: `${cell.word.toLowerCase()} ${numbers}`,
    value: 100 * lift.value,
    set: isSet && lift.set !== undefined ? percents(lift.set) : null,
    interval: percents(lift.interval),
    open: isSet ? openSide(missing?.oneSided) : null,
    truth: known === undefined ? null : 100 * known,
  };
}

const openSide = (oneSided: MissingFacts["oneSided"] | undefined): LiftMark["open"] =>
  oneSided === "least" ? "high" : oneSided === "most" ? "low" : null;

const percents = ([low, high]: Interval): Interval => [100 * low, 100 * high];

/** What must lie on the scale of a mark: not the end that it has not. */
function reachOf({ value, set, interval, open, truth }: LiftMark): Interval {
  const known = truth === null ? [] : [truth];
  const points = [value, ...known];
  const lows = open === "low" ? points : [...points, interval[0], set?.[0] ?? value];
  const highs = open === "high" ? points : [...points, interval[1], set?.[1] ?? value];
  return [Math.min(...lows), Math.max(...highs)];
}

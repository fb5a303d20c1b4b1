import { label } from "../../../evaluate/ask/label.js";
import type { Difference } from "../../../evaluate/conclude/result.js";
import { isSameQuestion } from "../../../evaluate/conclude/row-key.js";
import { decimalsFor } from "../../../numeric/decimals-for.js";
import { groupedBy } from "../../../numeric/grouped-by.js";
import { showBareP, showPercent, showSigned } from "../../../numeric/show-number.js";
import { axisStrip } from "../../charts/axis-strip.js";
import { scaleOfAll } from "../../charts/bent-scale.js";
import { intervalStrip, STRIP_RANGE } from "../../charts/interval-strip.js";
import type { Scale } from "../../charts/scale.js";
import { type Grid, numeric, type Row, texts } from "../../formats/grid.js";
import type { ReportedDifference, ReportedResult } from "../../source.js";
import { adjustedBy } from "../../words/adjusted-by.js";
import { intervalName, showSignedInterval } from "../../words/interval.js";
import { byQuestion, decides, describeQuestion } from "../../words/question.js";
import { showRange } from "../../words/range.js";

export function differenceGrids({ differences, ...result }: ReportedResult): readonly Grid[] {
  const rows = differences.filter((row) => row.day === null);
  return [...new Set(rows.map(({ baseline }) => baseline))].flatMap((baseline) =>
    byQuestion(rows.filter((row) => row.baseline === baseline)).map(({ question, rows }) => ({
      ...gridOf(rows, result),
      caption: `${describeQuestion(question)}, from ${baseline}${adjustedFor(rows)}`,
    })),
  );
}

/** ", intervals and p of deciding rows adjusted for 4 comparisons": what shares the level; nothing where each row is alone. */
function adjustedFor(rows: readonly ReportedDifference[]): string {
  const adjusted = rows.flatMap((row) => ("none" in row ? [] : [row.adjusted]));
  const most = Math.max(1, ...adjusted.map(({ family }) => family));
  if (most === 1) return "";
  const by = adjusted.map(adjustedBy).find((note) => note !== "") ?? "";
  const isMixed = adjusted.some(({ method }) => method === "none");
  const isChosen = adjusted.some(({ chosenFrom }) => chosenFrom !== undefined);
  const what = `${by === "" ? "intervals and p" : "p"}${isMixed ? " of deciding rows" : ""}`;
  return `, ${what} adjusted for ${isChosen ? "up to " : ""}${most} comparisons${by}`;
}

function gridOf(
  rows: readonly ReportedDifference[],
  { verdicts, confidence }: Pick<ReportedResult, "verdicts" | "confidence">,
): Omit<Grid, "caption"> {
  const ends = rows.flatMap((row) => ("none" in row ? [] : [row.adjusted.interval]));
  const scale = scaleOfAll(ends, STRIP_RANGE);
  return {
    title: "Differences",
    columns: [
      { header: "policy" },
      { header: "estimator", code: true, groups: true },
      { header: "value", numeric: "point" },
      ...numeric(intervalName(confidence)),
      {
        header: `around zero${scale.bend === null ? "" : ", logarithmic further out"}`,
        axis: axisStrip(scale),
      },
      { header: "p", numeric: true, spare: 1 },
      { header: "lift", numeric: true, spare: 2 },
    ],
    rows: rows.map((row) => rowOf(row, decides(row, verdicts), scale)),
  };
}

function rowOf(row: ReportedDifference, isDeciding: boolean, scale: Scale): Row {
  const { policy } = row;
  const estimator = label({ name: row.estimator, parameters: row.parameters });
  const who = [isDeciding ? { text: policy, note: "decides", mark: "*" } : policy, estimator];
  if ("none" in row) return { cells: who, instead: row.none.message };
  const { adjusted, lift } = row;
  const decimals = decimalsFor(row.se, row.value);
  const value = showRange(row, decimals, "");
  const interval = showSignedInterval(adjusted.interval, decimals);
  const picture = intervalStrip(
    { value: row.value, interval: row.interval, wide: adjusted.interval, rule: 0 },
    scale,
  );
  const lifts = "none" in lift ? [] : (lift.set ?? [lift.value]);
  return [
    ...[...who, value, interval, { text: "", picture }, showBareP(adjusted.p)],
    lifts.map((lift) => showPercent(lift)).join(" to "),
  ];
}

export interface DaysView {
  readonly title: string;
  readonly policy: string;
  /** "like per trajectory, feed home, from production" */
  readonly question: string;
  /** Whether views are missing, which single days count as 0. */
  readonly countsAsZero: boolean;
  readonly rows: readonly Difference[];
}

/** The deciding differences by day, of every verdict that has two days or more. */
export function describeDays({ differences, verdicts }: ReportedResult): readonly DaysView[] {
  return verdicts.flatMap((verdict) => {
    const rows = differences
      .filter((row): row is Difference => !("none" in row) && row.day !== null)
      .filter(
        (row) => row.policy === verdict.policy && isSameQuestion({ ...row, day: null }, verdict),
      )
      .toSorted((a, b) => ((a.day ?? "") < (b.day ?? "") ? -1 : 1));
    const { policy, baseline } = verdict;
    const title = `${policy} − ${baseline}, ${describeQuestion(verdict)}, by day`;
    const question = `${describeQuestion(verdict)}, from ${baseline}`;
    const countsAsZero = verdict.missing !== undefined;
    return rows.length < 2 ? [] : [{ title, policy, question, countsAsZero, rows }];
  });
}

/** A table for each question, with the policies across. */
export const dayGrids = (views: readonly DaysView[], confidence: number): readonly Grid[] =>
  groupedBy(views, ({ question }) => question).map((group) => {
    const days = [...new Set(group.flatMap(({ rows }) => rows.map(({ day }) => day ?? "")))];
    return {
      caption: `${group[0]?.question}, by day [${intervalName(confidence)}]`,
      isOfPage: true,
      folded: `Day by day: ${group[0]?.question}`,
      columns: [...texts("day"), ...numeric(...group.map(({ policy }) => policy))],
      notes: zeroNotes(group),
      rows: days.toSorted().map((day) => [
        day,
        ...group.map(({ rows }) => {
          const row = rows.find((each) => each.day === day);
          if (row === undefined) return "";
          const decimals = decimalsFor(row.se, row.value);
          return `${showSigned(row.value, decimals)} ${showSignedInterval(row.interval, decimals)}`;
        }),
      ]),
    };
  });

const zeroNotes = (views: readonly DaysView[]): readonly string[] => {
  const policies = views.filter(({ countsAsZero }) => countsAsZero).map(({ policy }) => policy);
  return policies.length === 0
    ? []
    : [`On single days the missing views of ${policies.join(", ")} count as 0.`];
};

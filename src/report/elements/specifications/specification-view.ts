import { findEstimator } from "../../../estimators/index.js";
import { label } from "../../../evaluate/ask/label.js";
import type {
  Difference,
  Interval,
  Verdict,
  VerdictWord,
  WhatIf,
} from "../../../evaluate/conclude/result.js";
import { isAnswer } from "../../../evaluate/conclude/withheld.js";
import { groupedBy } from "../../../numeric/grouped-by.js";
import type { Parameters } from "../../../parameters.js";
import type { ReportedResult } from "../../source.js";
import { feedWords, spaced } from "../../words/names.js";
import { whichOf } from "../../words/places.js";
import { decides } from "../../words/question.js";

/** A comparison under one choice. */
export interface Specification {
  readonly name: string;
  /** What was chosen: "estimator: dcg", "clip: 64", "check: driftOfCurve", "curve: geometric". */
  readonly choices: readonly string[];
  /** A share of the baseline. */
  readonly lift: number;
  /** Null where only a value is known. */
  readonly interval: Interval | null;
  /** What its interval says; null for a score, which is no reward. */
  readonly says: Exclude<VerdictWord, "doNotTrust"> | null;
  readonly decides: boolean;
}

export interface Comparison {
  /** "fresh-model, like, feed 1" */
  readonly title: string;
  readonly verdict: VerdictWord;
  /** From the lowest lift to the highest. */
  readonly specifications: readonly Specification[];
  /** Whether all choices but scores say the same. */
  readonly isUnanimous: boolean;
}

export interface SpecificationView {
  readonly comparisons: readonly Comparison[];
  /** "Tried: estimator dcg, snips; clip 64, inf." and what was not. */
  readonly tried: string;
  /** "Left out: reranker (its numbers are withheld)."; null where no comparison is. */
  readonly leftOut: string | null;
}

/** Every comparison with an answer for which more than one choice has a lift; null where there is none. */
export function specificationView(result: ReportedResult): SpecificationView | null {
  const found = result.verdicts.map((line) => ({ line, all: specificationsOf(line, result) }));
  const lines = withoutConstants(found);
  const isShown = ({ line, all }: (typeof lines)[number]): boolean =>
    isAnswer(line) && all.length > 1;
  const shown = lines.filter(isShown);
  if (shown.length === 0) return null;
  return {
    comparisons: shown.map(({ line, all }) => ({
      title: [line.policy, line.reward, feedWords(line.feed)].filter(Boolean).join(", "),
      verdict: line.verdict,
      specifications: all.toSorted((a, b) => a.lift - b.lift),
      isUnanimous: new Set(all.flatMap(({ says }) => says ?? [])).size <= 1,
    })),
    tried: triedOf(shown.flatMap(({ all }) => all)) + withoutLift(shown, result),
    leftOut: leftOutOf(lines.filter((each) => !isShown(each)).map(({ line }) => line)),
  };
}

type LineChoices = { readonly line: Verdict; readonly all: readonly Specification[] };

/** Without parameters that have one value wherever they are. */
function withoutConstants(lines: readonly LineChoices[]): readonly LineChoices[] {
  const choices = [...new Set(lines.flatMap(({ all }) => all.flatMap((each) => each.choices)))];
  const isKept = (choice: string): boolean =>
    always.has(kindOf(choice)) || choices.filter((e) => kindOf(e) === kindOf(choice)).length > 1;
  return lines.map(({ line, all }) => ({
    line,
    all: all.map((each) => ({ ...each, choices: each.choices.filter(isKept) })),
  }));
}

const always: ReadonlySet<string> = new Set(["estimator", "clip", "check", "curve"]);

const kindOf = (choice: string): string => choice.slice(0, choice.indexOf(": "));

function triedOf(specifications: readonly Specification[]): string {
  const choices = [...new Set(specifications.flatMap((each) => each.choices))].map((choice) => ({
    kind: kindOf(choice),
    value: choice.slice(choice.indexOf(": ") + 2),
  }));
  const groups = groupedBy(choices, ({ kind }) => kind);
  const tried = groups.map(
    (group) => `${group[0]?.kind} ${group.map(({ value }) => value).join(", ")}`,
  );
  const has = (kind: string, least = 1): boolean =>
    groups.some((group) => group[0]?.kind === kind && group.length >= least);
  const not = [
    ...(has("curve") ? [] : ["other curves (--what-if tries them)"]),
    ...(has("clip", 2) ? [] : ["other clips (a study lists them)"]),
    ...(has("check")
      ? []
      : ["alternative estimates of checks, since the log shows no evidence for any"]),
  ];
  return `Tried: ${tried.join("; ")}.${not.length === 0 ? "" : ` Not tried: ${not.join("; ")}.`}`;
}

/** Estimators of the study without a lift in any comparison that is shown: " Without a lift: dm, dr." */
function withoutLift(shown: readonly LineChoices[], { differences }: ReportedResult): string {
  const names = new Set(shown.flatMap(({ all }) => all.map(({ name }) => name)));
  const others = differences
    .filter((row) =>
      shown.some(({ line }) => line.policy === row.policy && line.reward === row.reward),
    )
    .map(({ estimator: name, parameters }) => label({ name, parameters }))
    .filter((name) => !names.has(name));
  return others.length === 0 ? "" : ` Without a lift: ${[...new Set(others)].join(", ")}.`;
}

function leftOutOf(lines: readonly Verdict[]): string | null {
  const why = (line: Verdict): string =>
    isAnswer(line) ? "only one choice has a lift" : "its numbers are withheld";
  const groups = groupedBy(lines, (line) => `${why(line)}\n${line.policy}`).map(
    (group) => `${group[0]?.policy}${whichOf(group)}: ${group.slice(0, 1).map(why)}`,
  );
  return groups.length === 0 ? null : `Left out: ${groups.join("; ")}.`;
}

function specificationsOf(line: Verdict, result: ReportedResult): readonly Specification[] {
  const isLower = result.rewards.some(
    ({ name, better }) => name === line.reward && better === "lower",
  );
  const rows = result.differences.filter(
    (row): row is Difference =>
      !("none" in row) &&
      row.day === null &&
      row.policy === line.policy &&
      row.baseline === line.baseline &&
      row.reward === line.reward &&
      row.feed === line.feed,
  );
  return [
    ...rows.flatMap((row) => ofEstimator(row, isLower, decides(row, result.verdicts))),
    ...ofReadings(line, isLower),
    ...ofCurves(line, result.whatIf ?? []),
  ].filter(({ lift, interval }) => [lift, ...(interval ?? [])].every(Number.isFinite));
}

function ofEstimator(
  row: Difference,
  isLower: boolean,
  isDeciding: boolean,
): readonly Specification[] {
  const { estimator, parameters, lift } = row;
  if ("none" in lift) return [];
  const isScore = findEstimator(estimator)?.role(parameters) === "score";
  return [
    {
      name: label({ name: estimator, parameters }),
      choices: [`estimator: ${estimator}`, ...choicesIn(parameters)],
      ...{ lift: lift.value, interval: lift.interval, decides: isDeciding },
      says: isScore ? null : saying(lift.interval, isLower),
    },
  ];
}

const choicesIn = (parameters: Parameters): readonly string[] =>
  Object.entries(parameters).flatMap(([key, value]) =>
    value === null ? [] : [`${spaced(key)}: ${String(value)}`],
  );

/** The comparison under its alternative estimates, by the deciding estimator; lifts are of the same baseline. */
function ofReadings(line: Verdict, isLower: boolean): readonly Specification[] {
  const share = shareOf(line);
  if (share === null) return [];
  return (line.alternatives ?? [])
    .filter(({ shift }) => shift !== null)
    .map(({ check, value, interval: [low, high] }) => ({
      name: `check: ${spaced(check)}`,
      choices: [`check: ${check}`],
      ...{ lift: share * value, interval: [share * low, share * high] },
      ...{ says: saying([low, high], isLower), decides: false },
    }));
}

/** The comparison under other curves: values alone. */
function ofCurves(line: Verdict, whatIf: readonly WhatIf[]): readonly Specification[] {
  const share = shareOf(line);
  const same = whatIf.find(({ reward, feed }) => reward === line.reward && feed === line.feed);
  if (share === null || same === undefined || same.baseline !== line.baseline) return [];
  return same.curves.flatMap((curve) => {
    if ("none" in curve || curve.kind === "asUsed") return [];
    const found = curve.differences.find(({ policy }) => policy === line.policy);
    if (found === undefined) return [];
    const { value, verdict: says } = found;
    const choices = [`curve: ${curve.label}`];
    return [
      {
        name: `curve ${curve.label}`,
        choices,
        lift: share * value,
        interval: null,
        says,
        decides: false,
      },
    ];
  });
}

/** What a unit of difference is of the baseline's reward; null without a lift. */
function shareOf({ value, lift }: Verdict): number | null {
  if (value === null || value === 0 || lift === null || "none" in lift) return null;
  return lift.value / value;
}

function saying([low, high]: Interval, isLower: boolean): "better" | "worse" | "cannotTell" {
  if (low > 0) return isLower ? "worse" : "better";
  if (high < 0) return isLower ? "better" : "worse";
  return "cannotTell";
}

import { type Reason, reason, StudyError } from "../../errors.js";
import { sources } from "../../log/sources/index.js";
import { byStratum, type Stratum } from "../../log/strata.js";
import type { Summary, summaryOf } from "../../log/summary.js";
import type { About, OnlineReward, Survey } from "../about.js";
import { addCounts } from "../survey/log-counts.js";

/** What the sum of two tallies is a tally of. Throws a StudyError where it would be of two things. */
export function mergeAbout(a: About, b: About): About {
  requireSameStudy(withOwn(a), withOwn(b));
  const { ownDiagnostics } = a;
  return {
    version: 1,
    study: withBothSources(a.study, b.study),
    types: a.types,
    survey: mergeSurveys(a.survey, b.survey),
    engine: JSON.stringify(a.engine) === JSON.stringify(b.engine) ? a.engine : null,
    online: mergeOnline(a.online, b.online),
    curves: sameCurves(a.curves, b.curves),
    ...(ownDiagnostics === undefined ? {} : { ownDiagnostics }),
  };
}

/** The study with the diagnostics that the caller added: their sums add only where both tallies have them. */
const withOwn = ({ study, ownDiagnostics = [] }: About): unknown =>
  ownDiagnostics.length === 0
    ? study
    : { ...(study as SourceStudy), "members.diagnostics": ownDiagnostics };

function mergeSurveys(a: Survey, b: Survey): Survey {
  return {
    summary: mergeSummaries(a.summary, b.summary),
    strata: distinct<Stratum>([...a.strata, ...b.strata], JSON.stringify).toSorted(byStratum),
    users: null,
    counts: addCounts(a.counts, b.counts),
    inexact: Math.max(a.inexact, b.inexact),
    ...mergeLargest([...(a.largest ?? []), ...(b.largest ?? [])]),
  };
}

function mergeLargest(all: NonNullable<Survey["largest"]>): Pick<Survey, "largest"> {
  const sorted = all.toSorted((a, b) => Math.abs(a.value) - Math.abs(b.value));
  return all.length === 0 ? {} : { largest: distinct(sorted, ({ reward }) => reward) };
}

/** Sums under different curves have no sum; curves of one file are the same in both. */
function sameCurves(a: About["curves"], b: About["curves"]): About["curves"] {
  if (JSON.stringify(a) === JSON.stringify(b) && a.every(({ elsewhere }) => elsewhere !== null)) {
    return a;
  }
  const ofFiles = [...a, ...b].every(({ elsewhere }) => elsewhere !== null);
  const depths = (curves: About["curves"]): string =>
    JSON.stringify(curves.map(({ feed, elsewhere }) => [feed, elsewhere?.depths]));
  if (ofFiles && depths(a) === depths(b)) throw new StudyError(otherReach);
  const message =
    "Each of these tallies has a curve that was fitted on its own log, and weights under different curves do not add. Fit one curve, with `hindcast fit study.yaml --output fit.json`, and take both with log.exposure.curve: { file: fit.json }.";
  throw new StudyError(reason("tallyCurves", message));
}

const otherReach: Reason = reason(
  "tallyCurves",
  "These tallies use one file's curve continued to different ranks, because the deepest rank of their logs differs, and weights under different curves do not add. Fit it again with a cutoff (`hindcast fit … --cutoff`), which all logs then share.",
);

/** Rewards of one policy on one feed are one log's: two of them have no sum without that log. */
function mergeOnline(
  a: readonly OnlineReward[],
  b: readonly OnlineReward[],
): readonly OnlineReward[] {
  const keyOf = ({ policy, reward, estimand, feed }: OnlineReward): string =>
    JSON.stringify([policy, reward, estimand, feed]);
  const rowByKey = new Map(a.map((row) => [keyOf(row), row]));
  const twin = b.find((row) => {
    const other = rowByKey.get(keyOf(row));
    return other !== undefined && JSON.stringify(other) !== JSON.stringify(row);
  });
  if (twin === undefined) return distinct([...a, ...b], keyOf);
  const { policy, reward, feed } = twin;
  const where = feed === null ? "" : ` on feed "${feed}"`;
  const message = `These tallies know different online rewards of policy "${policy}" (${reward}${where}) and cannot be added: give policies.${policy}.online alike in both studies, or leave it out.`;
  throw new StudyError(reason("tallyOnline", message, { policy, reward, feed }));
}

const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] => [
  ...new Map(all.map((one) => [keyOf(one), one])).values(),
];

interface SourceStudy {
  readonly log?: { readonly source?: unknown };
}

/** Files of both; of tables, queries and files of two formats, which have no union, the left one's. */
function withBothSources(left: unknown, right: unknown): unknown {
  const [a, b] = [left as SourceStudy, right as SourceStudy];
  const [files, other] = [filesOf(a.log?.source), filesOf(b.log?.source)];
  if (files === undefined || other === undefined) return left;
  const source = distinct([...files, ...other], String);
  return distinct(source, endingOf).length > 1 ? left : { ...a, log: { ...a.log, source } };
}

const endingOf = (file: unknown): string => String(file).split(".").at(-1) ?? "";

function filesOf(source: unknown): readonly unknown[] | undefined {
  if (typeof source === "string") return [source];
  return Array.isArray(source) ? source : undefined;
}

type ColumnSummary = ReturnType<typeof summaryOf>;

/** The summary of two logs as one: rows and values add, ranges span both. */
function mergeSummaries(a: Summary, b: Summary): Summary {
  const names = [...new Set([...Object.keys(a.columns), ...Object.keys(b.columns)])];
  const columns = names.flatMap((name) => {
    const both = merged(a.columns[name], b.columns[name]);
    return both === undefined ? [] : [[name, both] as const];
  });
  const listed = deepest([a.deepestCandidate ?? null, b.deepestCandidate ?? null]);
  return {
    rows: a.rows + b.rows,
    columns: Object.fromEntries(columns),
    deepestBeyondList: deepest([a.deepestBeyondList, b.deepestBeyondList]),
    ...(listed === null ? {} : { deepestCandidate: listed }),
  };
}

function deepest(all: readonly (number | null)[]): number | null {
  const numbers = all.filter((number) => number !== null);
  return numbers.length === 0 ? null : Math.max(...numbers);
}

function merged(
  a: ColumnSummary | undefined,
  b: ColumnSummary | undefined,
): ColumnSummary | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return {
    values: a.values + b.values,
    range: hull(a.range, b.range),
    finite: a.finite && b.finite,
    whole: a.whole && b.whole,
    ...(a.missing === undefined && b.missing === undefined
      ? {}
      : { missing: (a.missing ?? 0) + (b.missing ?? 0) }),
    ...(a.beyond === undefined && b.beyond === undefined
      ? {}
      : { beyond: (a.beyond ?? 0) + (b.beyond ?? 0) }),
  };
}

function hull(a: ColumnSummary["range"], b: ColumnSummary["range"]): ColumnSummary["range"] {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

type Section = Readonly<Record<string, unknown>>;

/** What may be chosen again for a tally, or does not change its sums. */
const mayDiffer: ReadonlySet<string> = new Set([
  "confidence",
  "interval",
  "adjust",
  "family",
  "baseline",
  "decide",
  "guardrails",
  "prior",
  "engine",
]);

/** Throws a StudyError naming what differs, unless two studies (as `studyInput` writes) ask the same. */
function requireSameStudy(a: unknown, b: unknown): void {
  const [left, right] = [partsOf(a as Section), partsOf(b as Section)];
  const differing = [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => left.get(path) !== right.get(path),
  );
  if (differing.length === 0) return;
  const message = `These tallies were taken with different studies and cannot be added; they differ in ${differing.join(", ")}. Take both with the same study, apart from where its tables are.`;
  throw new StudyError(reason("tallyStudies", message, { differing }));
}

/**
 * Every part that must agree, by its path; online rewards are compared by their values elsewhere, hashes by
 * the key and hash that buckets are made by.
 */
function partsOf({ log, policies, ...rest }: Section): ReadonlyMap<string, string> {
  const { source: _, hash: ___, ...roles } = withoutSources(log as Section) as Section;
  const named = Object.entries(policies as Readonly<Record<string, Section>>);
  const parts: readonly (readonly [string, unknown])[] = [
    ...Object.entries(roles).map(([role, value]) => [`log.${role}`, value] as const),
    ...named.map(
      ([name, { online: __, ...policy }]) => [`policies.${name}`, withoutSources(policy)] as const,
    ),
    ["the order of policies", named.map(([name]) => name)],
    ...Object.entries(rest).filter(([key]) => !mayDiffer.has(key)),
  ];
  return new Map(parts.map(([path, value]) => [path, JSON.stringify(value)]));
}

const sourceNames: readonly string[] = ["source", ...sources.map(({ name }) => name)];

/** A section without where its own rows, its joined tables and its candidates come from: each day has its files. */
function withoutSources(section: Section): unknown {
  const bare = (table: Section): Section =>
    Object.fromEntries(Object.entries(table).filter(([key]) => !sourceNames.includes(key)));
  const { candidates, join, ...rest } = section;
  return {
    ...rest,
    ...(candidates === undefined ? {} : { candidates: bare(candidates as Section) }),
    ...(join === undefined ? {} : { join: (join as readonly Section[]).map(bare) }),
  };
}

import type {
  Diagnosis,
  Difference,
  Estimate,
  Lift,
  NoEstimate,
  Verdict,
} from "../../evaluate/conclude/result.js";
import type { ReportedDifference, ReportedEstimate } from "../source.js";
import { truthOf } from "../words/truth-of.js";
import { type ColumnOf, defineTable, type TableSpec } from "./table.js";

const numbersOf = (lift: Lift | null): Exclude<Lift, { readonly none: unknown }> | null =>
  lift === null || "none" in lift ? null : lift;

/** A lift: which values are left, and its interval, which hold as the difference's do. */
const liftColumns = <Row>(liftOf: (row: Row) => Lift | null): readonly ColumnOf<Row>[] => {
  const of = (row: Row) => numbersOf(liftOf(row));
  return [
    ["lift", "number", (row) => of(row)?.value],
    ["liftLower", "number", (row) => of(row)?.interval[0]],
    ["liftUpper", "number", (row) => of(row)?.interval[1]],
  ];
};

const parametersOf = (row: Pick<Verdict, "parameters">): string | null =>
  row.parameters === null ? null : JSON.stringify(row.parameters);

const verdicts = defineTable<Verdict>("verdicts", (result) => result.verdicts, [
  ["policy", "text", (row) => row.policy],
  ["baseline", "text", (row) => row.baseline],
  ["reward", "text", (row) => row.reward],
  ["feed", "text", (row) => row.feed],
  ["verdict", "text", (row) => row.verdict],
  ["value", "number", (row) => row.value],
  ["se", "number", (row) => row.se],
  ["df", "number", (row) => row.df],
  ["lower", "number", (row) => row.interval?.[0]],
  ["upper", "number", (row) => row.interval?.[1]],
  ["confidence", "number", (row) => (row.interval === null ? null : 1 - row.level)],
  ["setLower", "number", (row) => (row.value === null ? null : row.set?.[0])],
  ["setUpper", "number", (row) => (row.value === null ? null : row.set?.[1])],
  ["p", "number", (row) => row.p],
  ["adjustedP", "number", (row) => row.adjustedP],
  ...liftColumns<Verdict>((row) => row.lift),
  ["family", "whole", (row) => row.family],
  ["estimator", "text", (row) => row.estimator],
  ["parameters", "text", parametersOf],
  ["estimand", "text", (row) => row.estimand],
  ["withheld", "text", (row) => row.withheld?.code],
  ["code", "text", (row) => row.reason.code],
  ["message", "text", (row) => row.reason.message],
]);

/** What is there of a row with an answer, and nothing of one without. */
const answered =
  <Row extends object>(of: ColumnOf<Row>[2]): ColumnOf<Row | NoEstimate>[2] =>
  (row, result) =>
    "none" in row ? null : of(row as Row, result);

const why = (row: ReportedEstimate | ReportedDifference) => ("none" in row ? row.none : null);

/** The code for which a number is not printed; its reason has it. */
const withheldIn = (row: ReportedEstimate | ReportedDifference): string | null => {
  const none = why(row);
  const code = none?.code === "withheld" ? none.facts.verdict : null;
  return typeof code === "string" ? code : null;
};

const keys: readonly ColumnOf<ReportedEstimate | ReportedDifference>[] = [
  ["reward", "text", (row) => row.reward],
  ["feed", "text", (row) => row.feed],
  ["day", "text", (row) => row.day],
  ["estimator", "text", (row) => row.estimator],
  ["parameters", "text", parametersOf],
  ["estimand", "text", (row) => row.estimand],
];

const sizes: readonly ColumnOf<ReportedEstimate | ReportedDifference>[] = [
  ["n", "whole", answered<Estimate | Difference>((row) => row.n)],
  ["clusters", "whole", answered<Estimate | Difference>((row) => row.clusters)],
  ["buckets", "whole", answered<Estimate | Difference>((row) => row.buckets)],
];

const reasons: readonly ColumnOf<ReportedEstimate | ReportedDifference>[] = [
  ["withheld", "text", withheldIn],
  ["code", "text", (row) => why(row)?.code],
  ["message", "text", (row) => why(row)?.message],
];

const numbers: readonly ColumnOf<ReportedEstimate | ReportedDifference>[] = [
  ["value", "number", answered<Estimate | Difference>((row) => row.value)],
  ["se", "number", answered<Estimate | Difference>((row) => row.se)],
  ["lower", "number", answered<Estimate | Difference>((row) => row.interval[0])],
  ["upper", "number", answered<Estimate | Difference>((row) => row.interval[1])],
  ["confidence", "number", answered<Estimate | Difference>((_, result) => result.confidence)],
];

const estimates = defineTable<ReportedEstimate>("estimates", (result) => result.estimates, [
  ["policy", "text", (row) => row.policy],
  ...keys,
  ...numbers,
  ...sizes,
  ["skipped", "whole", answered<Estimate>((row) => row.skipped)],
  ["truth", "number", (row, { truth }) => truthOf(row, truth)],
  ["warnings", "text", answered<Estimate>((row) => row.warnings.join(" ") || null)],
  ...reasons,
]);

const differences = defineTable<ReportedDifference>("differences", (result) => result.differences, [
  ["policy", "text", (row) => row.policy],
  ["baseline", "text", (row) => row.baseline],
  ...keys,
  ...numbers,
  ["df", "number", answered<Difference>((row) => row.df)],
  ["p", "number", answered<Difference>((row) => row.p)],
  ["adjustedLower", "number", answered<Difference>((row) => row.adjusted.interval[0])],
  ["adjustedUpper", "number", answered<Difference>((row) => row.adjusted.interval[1])],
  ["adjustedConfidence", "number", answered<Difference>((row) => 1 - row.adjusted.level)],
  ["adjustedP", "number", answered<Difference>((row) => row.adjusted.p)],
  ["adjustedBy", "text", answered<Difference>((row) => row.adjusted.method)],
  ["family", "whole", answered<Difference>((row) => row.adjusted.family)],
  ["setLower", "number", answered<Difference>((row) => row.set?.[0])],
  ["setUpper", "number", answered<Difference>((row) => row.set?.[1])],
  ...liftColumns<ReportedDifference>((row) => ("none" in row ? null : row.lift)),
  ...sizes,
  ...reasons,
]);

const diagnostics = defineTable<Diagnosis>("diagnostics", (result) => result.diagnostics, [
  ["severity", "text", (row) => row.severity],
  ["code", "text", (row) => row.code],
  ["assumption", "text", (row) => row.assumption],
  ["policy", "text", (row) => row.policy],
  ["reward", "text", (row) => row.reward],
  ["feed", "text", (row) => row.feed],
  ["estimator", "text", (row) => row.estimator],
  ["testable", "text", (row) => row.testable],
  ["statistic", "number", (row) => row.statistic],
  ["p", "number", (row) => row.p],
  ["effect", "number", (row) => row.effect],
  ["lower", "number", (row) => row.interval?.[0]],
  ["upper", "number", (row) => row.interval?.[1]],
  ["consequence", "text", (row) => row.consequence],
  ["remedy", "text", (row) => row.remedy],
  ["facts", "text", (row) => JSON.stringify(row.facts)],
]);

/** The kinds of rows that a result is written as, each as a table of its own. */
export const resultTables: readonly TableSpec[] = [verdicts, estimates, differences, diagnostics];

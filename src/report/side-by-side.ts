import { label } from "../evaluate/ask/label.js";
import type { VerdictWord } from "../evaluate/conclude/result.js";
import { groupedBy } from "../numeric/grouped-by.js";
import { version } from "../version.js";
import {
  type KeptGuardrail,
  type KeptLine,
  type KeptResult,
  keptResult,
  type NamedInput,
} from "./kept-result.js";
import { spanOf } from "./studies-over-days.js";

/** What a study or its log has in each result; null where it has nothing of the kind. */
export interface Setting {
  readonly name: string;
  readonly values: readonly (string | number | null)[];
}

/** A policy, reward and feed with its comparison in each result; null where a result has none. */
export interface ComparedLine extends Pick<KeptLine, "policy" | "reward" | "feed"> {
  /** `other`: two results have different verdicts; `partly`: some have no such comparison. */
  readonly compared: "same" | "other" | "partly";
  readonly lines: readonly (KeptLine | null)[];
}

/** A guarded reward of a policy, with its outcome in each result; null where a result does not guard it. */
export interface ComparedGuardrail extends Omit<KeptGuardrail, "outcome"> {
  readonly outcomes: readonly (KeptGuardrail["outcome"] | null)[];
}

/** Several results on one page. */
export interface SideBySide {
  /** The release that compares them. */
  readonly hindcast: string;
  readonly results: readonly KeptResult[];
  /** Comparisons with different verdicts first. */
  readonly lines: readonly ComparedLine[];
  readonly guardrails: readonly ComparedGuardrail[];
  /** Of the results, where they are not the same in all. */
  readonly settings: readonly Setting[];
  /** Of the studies as they were written: keys whose values differ. */
  readonly keys: readonly Setting[];
}

export function sideBySide(inputs: readonly NamedInput[]): SideBySide {
  const results = inputs.map(keptResult);
  return {
    hindcast: version,
    results,
    lines: comparedLines(results),
    guardrails: comparedGuardrails(results),
    settings: settingsOf(inputs, results).filter(differs),
    keys: keysOf(inputs.map(({ result }) => result.study)).filter(differs),
  };
}

const order: readonly ComparedLine["compared"][] = ["other", "partly", "same"];

function comparedLines(results: readonly KeptResult[]): readonly ComparedLine[] {
  const all = results.flatMap(({ lines }) => lines);
  const keyOf = ({ policy, reward, feed, estimand }: KeptLine): string =>
    JSON.stringify([policy, reward, feed, estimand]);
  return groupedBy(all, keyOf)
    .flatMap(([first]): readonly ComparedLine[] => {
      if (first === undefined) return [];
      const lines = results.map(
        (result) => result.lines.find((line) => keyOf(line) === keyOf(first)) ?? null,
      );
      const { policy, reward, feed } = first;
      return [{ policy, reward, feed, compared: comparedAs(lines), lines }];
    })
    .toSorted((a, b) => order.indexOf(a.compared) - order.indexOf(b.compared));
}

function comparedAs(lines: readonly (KeptLine | null)[]): ComparedLine["compared"] {
  const verdicts = new Set<VerdictWord>(lines.flatMap((line) => line?.verdict ?? []));
  if (verdicts.size > 1) return "other";
  return lines.includes(null) ? "partly" : "same";
}

function comparedGuardrails(results: readonly KeptResult[]): readonly ComparedGuardrail[] {
  const keyOf = ({ policy, reward, feed, notWorseThan }: KeptGuardrail): string =>
    JSON.stringify([policy, reward, feed, notWorseThan]);
  const all = results.flatMap(({ guardrails = [] }) => guardrails);
  return groupedBy(all, keyOf).flatMap(([first]): readonly ComparedGuardrail[] => {
    if (first === undefined) return [];
    const { outcome: _, ...which } = first;
    const outcomes = results.map(
      ({ guardrails = [] }) =>
        guardrails.find((row) => keyOf(row) === keyOf(first))?.outcome ?? null,
    );
    return [{ ...which, outcomes }];
  });
}

const differs = ({ values }: Setting): boolean => new Set(values).size > 1;

function settingsOf(
  inputs: readonly NamedInput[],
  results: readonly KeptResult[],
): readonly Setting[] {
  const of = (name: string, value: (kept: KeptResult) => string | number | null): Setting => ({
    name,
    values: results.map(value),
  });
  return [
    of("days of the log", (kept) => spanOf(kept) || null),
    of("trajectories", ({ trajectories }) => trajectories),
    of("impressions", ({ impressions }) => impressions),
    of("users", ({ users }) => users),
    of("baseline", ({ baselines }) => baselines.join(", ")),
    of("confidence", ({ confidence }) => confidence),
    of("estimator", ({ lines }) => listed(lines.flatMap(estimatorOf))),
    of("interval", ({ interval }) => interval),
    of("adjust", ({ adjust }) => adjust),
    of("level of a comparison", ({ lines }) => listed(lines.map(({ level }) => String(level)))),
    {
      name: "curve",
      values: inputs.map(({ result }) => listed(result.curves.map(({ model }) => model)) || null),
    },
    of("Hindcast", ({ hindcast }) => hindcast),
  ];
}

const listed = (names: readonly string[]): string => [...new Set(names)].join(", ");

const estimatorOf = ({ estimator, parameters }: KeptLine): readonly string[] =>
  estimator === null || parameters === null ? [] : [label({ name: estimator, parameters })];

/** The values of studies by their keys: "log.source", "policies.fresh.rank". */
function keysOf(studies: readonly unknown[]): readonly Setting[] {
  const leaves = studies.map((study) => new Map(leavesOf(study, "")));
  const names = [...new Set(leaves.flatMap((map) => [...map.keys()]))];
  return names.map((name) => ({ name, values: leaves.map((map) => map.get(name) ?? null) }));
}

/** What stands deeper is not compared: no study of ours does. */
const deepest = 12;

function leavesOf(value: unknown, path: string, depth = 0): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null)
    return [[path, typeof value === "string" ? value : JSON.stringify(value)]];
  if (depth > deepest) return [[path, "…"]];
  if (Array.isArray(value) && value.every((item) => typeof item !== "object"))
    return [[path, value.map(String).join(", ")]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path}.${key}`, depth + 1),
  );
}

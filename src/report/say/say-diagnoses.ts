import type { Reason } from "../../errors.js";
import type { Diagnosis, Result, Severity } from "../../evaluate/conclude/result.js";
import { sayP, sayStatistic } from "./number.js";
import { feedWords, words } from "./words.js";

/** What one check found in one place. */
export interface SaidFinding {
  /** What it was tested on: "candidate, like, feed home"; empty for the whole log. */
  readonly scope: string;
  /** "statistic 0.012, p < 0.0001"; empty where there is none. */
  readonly measured: string;
  readonly consequence: string;
}

/** The findings of one check that are equally grave and have the same remedy. */
export interface SaidDiagnosis {
  readonly severity: Severity;
  /** "effective sample size" */
  readonly title: string;
  readonly assumption: string;
  readonly remedy: string;
  readonly findings: readonly SaidFinding[];
}

const order: readonly Severity[] = ["fail", "watch", "inconclusive", "ok"];

/** The diagnoses, the gravest first. */
export function sayDiagnoses(diagnoses: readonly Diagnosis[]): readonly SaidDiagnosis[] {
  const groups = new Map<string, Diagnosis[]>();
  for (const diagnosis of diagnoses) {
    const { severity, code, assumption, remedy } = diagnosis;
    const key = JSON.stringify([severity, code, assumption, remedy]);
    groups.set(key, [...(groups.get(key) ?? []), diagnosis]);
  }
  return [...groups.values()]
    .map(sayGroup)
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** The warnings that no diagnosis says in the same words. */
export function otherWarnings({ warnings, diagnostics }: Result): readonly Reason[] {
  const said = new Set(diagnostics.map(({ consequence, remedy }) => `${consequence} ${remedy}`));
  return warnings.filter(({ message }) => !said.has(message));
}

function sayGroup(group: readonly Diagnosis[]): SaidDiagnosis {
  const [first] = group;
  return {
    severity: first?.severity ?? "ok",
    title: words(first?.code ?? ""),
    assumption: words(first?.assumption ?? ""),
    remedy: first?.remedy ?? "",
    findings: group.map(sayFinding),
  };
}

function sayFinding({ policy, reward, feed, statistic, p, consequence }: Diagnosis): SaidFinding {
  const measured = [
    statistic === null ? "" : `statistic ${sayStatistic(statistic)}`,
    p === null ? "" : sayP(p),
  ];
  return {
    scope: [policy, reward, feedWords(feed)].filter((part) => part !== null).join(", "),
    measured: measured.filter(Boolean).join(", "),
    consequence,
  };
}

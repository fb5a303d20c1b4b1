import type { Diagnosis, Severity } from "../../../evaluate/conclude/result.js";
import { showP, showStatistic } from "../../../numeric/index.js";
import { feedWords, spaced } from "../../words/names.js";

/** What one check found in one place. */
export interface FindingView {
  /** What it was tested on: "candidate, like, feed home"; empty for the whole log. */
  readonly scope: string;
  /** "statistic 0.012, p < 0.0001"; empty where there is none. */
  readonly measured: string;
  readonly consequence: string;
}

/** The findings of one check that are equally grave and have the same remedy. */
export interface DiagnosisView {
  readonly severity: Severity;
  /** "effective sample size" */
  readonly title: string;
  readonly assumption: string;
  readonly remedy: string;
  readonly findings: readonly FindingView[];
}

const order: readonly Severity[] = ["fail", "watch", "inconclusive", "ok"];

/** The diagnoses, the gravest first. */
export function describeDiagnoses(diagnoses: readonly Diagnosis[]): readonly DiagnosisView[] {
  const groups = new Map<string, Diagnosis[]>();
  for (const diagnosis of diagnoses) {
    const { severity, code, assumption, remedy } = diagnosis;
    const key = JSON.stringify([severity, code, assumption, remedy]);
    groups.set(key, [...(groups.get(key) ?? []), diagnosis]);
  }
  return [...groups.values()]
    .map(describeGroup)
    .toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

function describeGroup(group: readonly Diagnosis[]): DiagnosisView {
  const [first] = group;
  return {
    severity: first?.severity ?? "ok",
    title: spaced(first?.code ?? ""),
    assumption: spaced(first?.assumption ?? ""),
    remedy: first?.remedy ?? "",
    findings: group.map(describeFinding),
  };
}

function describeFinding({
  policy,
  reward,
  feed,
  statistic,
  p,
  consequence,
}: Diagnosis): FindingView {
  const measured = [
    statistic === null ? "" : `statistic ${showStatistic(statistic)}`,
    p === null ? "" : showP(p),
  ];
  return {
    scope: [policy, reward, feedWords(feed)].filter((part) => part !== null).join(", "),
    measured: measured.filter(Boolean).join(", "),
    consequence,
  };
}

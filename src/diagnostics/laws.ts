import { InternalError, isReason, type Reason } from "../errors.js";
import type {
  Component,
  CurveView,
  Functional,
  LogView,
  PolicyView,
} from "../estimators/estimator.js";
import {
  defaultAdjustment,
  defaultInterval,
  type Inference,
  type PointEstimate,
} from "../inference/index.js";
import { canonical, LOGGED } from "../log/index.js";
import { createRandom, type Random } from "../random/index.js";
import { columnsOf, compile, divide, double } from "../sql/index.js";
import type {
  AnsweredRow,
  Diagnosis,
  Diagnostic,
  OnlineRow,
  PolicyScope,
  ResultScope,
} from "./diagnostic.js";

/** What holds for every diagnostic; throws an InternalError that names its code where it does not. */
export interface DiagnosticLaw {
  readonly name: string;
  readonly check: (diagnostic: Diagnostic) => void;
}

export const diagnosticLaws: readonly DiagnosticLaw[] = [
  { name: "it finds something in one of the worlds, under its own code", check: finds },
  { name: "what is not ok says what follows and what to do", check: saysWhatToDo },
  { name: "the logged policy is never warned of its weights", check: sparesLogged },
  { name: "a worse statistic is never milder", check: isMonotone },
  { name: "the facts carry the thresholds", check: carriesThresholds },
  { name: "numbers are finite, and intervals have two ends in order", check: hasNumbers },
];

const badness = { ok: 0, inconclusive: 0, watch: 1, fail: 2 } as const;

function finds(diagnostic: Diagnostic): void {
  const found = foundBy(diagnostic);
  insist(found.length > 0, diagnostic, "finds nothing in any world", null);
  for (const each of found) {
    const own = each.code === diagnostic.code && each.assumption === diagnostic.assumption;
    insist(own, diagnostic, "speaks under another code or of another assumption", each);
  }
}

function saysWhatToDo(diagnostic: Diagnostic): void {
  for (const each of foundBy(diagnostic)) {
    const says = each.consequence.trim() !== "" && each.remedy.trim() !== "";
    insist(
      badness[each.severity] === 0 || says,
      diagnostic,
      "warns without a consequence or a remedy",
      each,
    );
  }
}

function sparesLogged(diagnostic: Diagnostic): void {
  for (const scope of policyScopes({
    name: LOGGED,
    isLogged: true,
    rank: canonical.rank,
    exposure: undefined,
  })) {
    for (const each of diagnostic.ofPolicy?.(scope) ?? []) {
      insist(
        badness[each.severity] === 0,
        diagnostic,
        "warns of the logged policy, whose weights are 1",
        each,
      );
    }
  }
}

function isMonotone(diagnostic: Diagnostic): void {
  const { worse } = diagnostic;
  if (worse === undefined) return;
  const found = foundBy(diagnostic).filter(({ statistic }) => statistic !== null);
  const sorted = found.toSorted((a, b) => (a.statistic ?? 0) - (b.statistic ?? 0));
  const rising = worse === "higher" ? sorted : sorted.toReversed();
  rising.slice(1).forEach((each, i) => {
    const milder = rising[i];
    const same = milder?.statistic === each.statistic;
    const holds = same || badness[each.severity] >= badness[milder?.severity ?? "ok"];
    insist(holds, diagnostic, "is milder where its statistic is worse", each);
  });
  const severities = new Set(found.map(({ severity }) => severity));
  insist(severities.size > 1, diagnostic, "has one severity in every world", null);
}

function carriesThresholds(diagnostic: Diagnostic): void {
  const expected = JSON.stringify(diagnostic.thresholds);
  if (expected === undefined) return;
  for (const each of foundBy(diagnostic)) {
    const given = JSON.stringify(each.facts.thresholds);
    insist(
      given === expected,
      diagnostic,
      `does not give its thresholds ${expected} in its facts`,
      each,
    );
  }
}

function hasNumbers(diagnostic: Diagnostic): void {
  for (const each of foundBy(diagnostic)) {
    const numbers = [each.statistic, each.p, each.effect, ...(each.interval ?? [])];
    const finite = numbers.every((value) => value === null || Number.isFinite(value));
    const [lo, hi] = each.interval ?? [0, 0];
    const isP = each.p === null || (each.p >= 0 && each.p <= 1);
    insist(finite && lo <= hi && isP, diagnostic, "gives something that is not a number", each);
  }
}

function foundBy({ ofPolicy, ofResult }: Diagnostic): readonly Diagnosis[] {
  return [
    ...policyScopes(candidate).flatMap((scope) => ofPolicy?.(scope) ?? []),
    ...resultScopes().flatMap((scope) => ofResult?.(scope) ?? []),
  ];
}

const inference: Inference = {
  confidence: 0.95,
  interval: defaultInterval,
  adjustment: defaultAdjustment,
};

const candidate: PolicyView = {
  name: "candidate",
  isLogged: false,
  rank: undefined,
  exposure: canonical.targetExposure(0),
};

const flat: CurveView = {
  at: () => double(1),
  inverseAt: () => double(1),
  nthLargest: (i) => divide(double(1), i),
  nthSmallest: () => double(0),
};

const log: LogView = {
  rank: canonical.rank,
  exposure: canonical.loggedExposure,
  curve: undefined,
  log2: flat,
  listLength: undefined,
};

/** Logs of few and many rows, whose target exposures are as logged, spread, or heavy at one row. */
function policyScopes(policy: PolicyView): readonly PolicyScope[] {
  return [20, 150, 1500].flatMap((rows) =>
    [0, 0.5, 3].map((spread) => {
      const random = createRandom(`laws of diagnostics ${rows} ${spread}`);
      return policyScope(policy, rowsOf(random, rows, spread));
    }),
  );
}

type Cells = Readonly<Record<string, number>>;

function rowsOf(random: Random, rows: number, spread: number): readonly Cells[] {
  return Array.from({ length: rows }, () => {
    const logged = (1 + random.integer(8)) / 8;
    return {
      [canonical.rank.name]: 1 + random.integer(5),
      [canonical.loggedExposure.name]: logged,
      [canonical.targetExposure(0).name]: logged * Math.exp(spread * random.normal()),
    };
  });
}

function policyScope(policy: PolicyView, rows: readonly Cells[]): PolicyScope {
  const valuesOf = ({ value }: Component): readonly number[] => {
    const columns = [...columnsOf(value)];
    const valueAt = compile(value, columns);
    return rows.map((row) => valueAt(columns.map((name) => row[name] ?? null)) ?? 0);
  };
  return {
    policy,
    log,
    feed: null,
    inference,
    total: (component) => valuesOf(component).reduce((a, b) => a + b, 0),
    largest: (component) => valuesOf(component).reduce((a, b) => Math.max(a, b), 0),
    answer: (components, plugIn) => answerOf(components.map(valuesOf), plugIn),
  };
}

/** The delta method where every row is a trajectory and a cluster. */
function answerOf(
  columns: readonly (readonly number[])[],
  plugIn: Functional,
): PointEstimate | Reason {
  const n = columns[0]?.length ?? 0;
  const means = columns.map((values) => values.reduce((a, b) => a + b, 0) / n);
  const found = plugIn(means);
  if (isReason(found)) return found;
  const factor = Math.sqrt(n / (n - 1)) / n;
  const influence = Float64Array.from({ length: n }, (_, b) =>
    found.gradient.reduce(
      (sum, slope, k) => sum + factor * slope * ((columns[k]?.[b] ?? 0) - (means[k] ?? 0)),
      0,
    ),
  );
  return estimate(found.value, influence, n);
}

const estimate = (value: number, influence: Float64Array, n: number): PointEstimate => ({
  value,
  influence,
  n,
  buckets: influence.length,
  fewestBuckets: influence.length,
  means: [value],
  gradient: [1],
  replicates: { buckets: influence.length, curveFixed: false, at: () => value },
});

/** Results on few and many clusters, with even and uneven influences, agreeing with real rewards or not. */
function resultScopes(): readonly ResultScope[] {
  return [5, 60, 400].flatMap((clusters) =>
    [1, 8, 60].flatMap((first) =>
      [0, 0.4, 5].map((off, at) => resultScope(clusters, first, off, at / 3 + 0.1)),
    ),
  );
}

function resultScope(clusters: number, first: number, off: number, skipped: number): ResultScope {
  const influence = Float64Array.from(
    { length: clusters },
    (_, b) => (b === 0 ? first : 1) / (100 * clusters),
  );
  const n = 10 * clusters;
  const row = (policy: string, metric: AnsweredRow["metric"], value: number): AnsweredRow => ({
    policy,
    estimator: metric === "gain" ? "gain" : "normalised",
    metric,
    label: String(metric),
    reward: "reward",
    feed: null,
    answer: estimate(value, influence, n),
    usable: metric === "gain" ? null : Math.round(n * (1 - skipped)),
  });
  const online: OnlineRow = { policy: "candidate", reward: "reward", value: 1 + off, se: 0.1 };
  return {
    feed: null,
    baseline: LOGGED,
    inference,
    online: [online],
    estimates: [
      row(LOGGED, "gain", 0.9),
      row("candidate", "gain", 1),
      row(LOGGED, "normalisedGain", 0.6 + off),
      row("candidate", "normalisedGain", 0.5 + 2 * off),
    ],
    differences: [row("candidate", "gain", 0.1)],
  };
}

function insist(
  holds: boolean,
  { code }: Diagnostic,
  fault: string,
  found: Diagnosis | null,
): void {
  if (holds) return;
  const what = found === null ? "" : `: ${JSON.stringify(found)}`;
  throw new InternalError(`${code} ${fault}${what}.`, { code });
}

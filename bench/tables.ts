import { type Contender, peerOf, type Run } from "./contenders.js";

/** A contender of one log with its runs. */
export interface Measured {
  readonly contender: Contender;
  readonly runs: readonly Run[];
}

/** Times, ratios to the two queries written by hand with the same key, memory and rows a second. */
export function timesTable(rows: number, measured: readonly Measured[]): string {
  const lines = measured.map((each) => {
    const { contender, runs } = each;
    const own = ofRuns(runs);
    const against = (kind: Contender["kind"], key: "least" | "cpu"): string => {
      const peer = measured.find(
        (other) => other.contender.kind === kind && other.contender.user === contender.user,
      );
      return peer === undefined ? "" : (own[key] / ofRuns(peer.runs)[key]).toFixed(2);
    };
    return [
      contender.name,
      own.least.toFixed(2),
      own.median.toFixed(2),
      own.cpu.toFixed(2),
      against("closed", "least"),
      against("lists", "least"),
      against("closed", "cpu"),
      against("lists", "cpu"),
      own.peak.toFixed(0),
      (rows / own.least / 1e6).toFixed(1),
      ((own.least / rows) * 1e9).toFixed(0),
    ];
  });
  const head =
    "|least s|median s|CPU s|÷ by hand|÷ lists|CPU ÷ by hand|CPU ÷ lists|peak MB|M rows/s|ns/row".split(
      "|",
    );
  return markdown([head, ...lines]);
}

/** Where our own time goes: seconds by part in the fastest run. */
export function partsTable(measured: readonly Measured[]): string {
  const ours = measured.filter(({ runs }) => Object.keys(runs[0]?.parts ?? {}).length > 0);
  const fastest = ours.map(({ contender, runs }) => ({ contender, run: fastestOf(runs) }));
  const names = [...new Set(fastest.flatMap(({ run }) => Object.keys(run.parts)))];
  const rest = ({ seconds, parts }: Run): number =>
    seconds - Object.values(parts).reduce((sum, part) => sum + part, 0);
  const cell = (value: number | undefined): string => value?.toFixed(2) ?? "–";
  return markdown([
    ["s", ...fastest.map(({ contender }) => contender.name)],
    ...names.map((name) => [name, ...fastest.map(({ run }) => cell(run.parts[name]))]),
    ["the rest", ...fastest.map(({ run }) => cell(rest(run)))],
  ]);
}

/** What learning curves costs: `fit` against the bare query, a learnt curve against a given one; and clips one. */
export function learningLines(measured: readonly Measured[]): string {
  const lines = measured.flatMap(({ contender, runs }) => {
    const peer = peerOf(contender);
    const other = measured.find((each) => each.contender.name === peer?.name);
    if (peer === undefined || other === undefined) return [];
    const [own, base] = [ofRuns(runs), ofRuns(other.runs)];
    const ratio = (own.least / base.least).toFixed(2);
    return [`${contender.name} ÷ ${peer.name}: ${ratio} (CPU ${(own.cpu / base.cpu).toFixed(2)})`];
  });
  return lines.join("\n");
}

/** How nDCG's own pass compares with the pass over rewarded rows of the standard study, where both were run. */
export function ndcgLine(measured: readonly Measured[]): string {
  const part = (user: string, kind: Contender["kind"], name: string): number =>
    Math.min(
      ...measured
        .filter(({ contender }) => contender.user === user && contender.kind === kind)
        .flatMap(({ runs }) => runs.flatMap(({ parts }) => parts[name] ?? [])),
    );
  return ["user_id", "user_key"]
    .map((user) => {
      const own = part(user, "ndcg", "trajectories with rewards");
      return { user, ratio: own / part(user, "study", "rewards") };
    })
    .filter(({ ratio }) => Number.isFinite(ratio) && ratio > 0)
    .map(
      ({ user, ratio }) =>
        `nDCG's pass ÷ the pass over rewarded rows (${user}): ${ratio.toFixed(2)}`,
    )
    .join("\n");
}

interface Summary {
  readonly least: number;
  readonly median: number;
  readonly cpu: number;
  readonly peak: number;
}

function ofRuns(runs: readonly Run[]): Summary {
  const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b);
  return {
    least: seconds[0] ?? Number.NaN,
    median: seconds[Math.floor(seconds.length / 2)] ?? Number.NaN,
    cpu: Math.min(...runs.map(({ cpuSeconds }) => cpuSeconds)),
    peak: Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

const fastestOf = (runs: readonly Run[]): Run =>
  runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));

function markdown([head = [], ...lines]: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, i) => (i === 0 ? "---" : "---:"));
  return [head, rule, ...lines].map(row).join("\n");
}

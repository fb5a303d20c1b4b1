import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";
import type { Case } from "./cases.js";
import type { Observation } from "./observe.js";

/** What was found of one log. */
export interface Found {
  readonly name: string;
  readonly seed: number;
  /** The code with which the whole study was refused. */
  readonly refused: string | null;
  readonly lines: readonly Observation[];
}

/** The table of the page: what is broken strongly, or not at all. */
export function summaryOf(rows: readonly DataRow[]): string {
  const strong = [...grouped(rows, ({ dials = "" }) => dials.replaceAll(/[\d.]+/g, ""))].flatMap(
    ([name, own]) => (name.startsWith("every dial") ? own : own.slice(-1)),
  );
  return [
    "| dials | breaks | coverage | right | harm judged better | gain judged worse | refused |",
    "|---|---|---:|---:|---:|---:|---:|",
    ...strong.map(
      (row) =>
        `| ${[row.dials, row.breaks, row.coverage, row.right, row["harm judged better"], row["gain judged worse"], row.coverage === "" ? row.signs : row.refused].join(" | ")} |`,
    ),
  ].join("\n");
}

/** The study's table: a row for each case. */
export function tableOf(cases: readonly Case[], found: readonly Found[]): string {
  const rows = cases.flatMap(({ name, assumption }) => {
    const own = found.filter((each) => each.name === name);
    return own.length === 0 ? [] : [rowOf(name, assumption, own)];
  });
  return `| dials | breaks | logs | coverage | largest bias | right | harm judged better | gain judged worse | holds 0 | refused | do not trust | signs |
|---|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---|
${rows.join("\n")}`;
}

function rowOf(name: string, assumption: string, found: readonly Found[]): string {
  const refused = found.filter((each) => each.refused !== null);
  const lines = found.flatMap((each) => each.lines);
  if (lines.length === 0) {
    const codes = [...new Set(refused.map((each) => each.refused))].join(", ");
    return `| ${name} | ${assumption} | ${found.length} | | | | | | | | | refused: ${codes} |`;
  }
  const share = (is: (line: Observation) => boolean, of = lines): string =>
    of.length === 0 ? "" : decimal(of.filter(is).length / of.length);
  const answered = lines.filter(({ covers }) => covers !== null);
  const cells = [
    name,
    assumption,
    String(found.length),
    share(({ covers }) => covers === true, answered),
    biasOf(lines),
    share(isRight),
    share(({ verdict, truth }) => verdict === "better" && truth <= 0),
    share(({ verdict, truth }) => verdict === "worse" && truth >= 0),
    share((line) => !isCall(line) && !isRefused(line)),
    share(isRefused),
    share(({ verdict }) => verdict === "doNotTrust"),
    signsOf(lines),
  ];
  return `| ${cells.join(" | ")} |`;
}

const isCall = ({ verdict }: Observation): boolean => ["better", "worse"].includes(verdict);

/** No call, and not since the interval holds 0: the question is refused an answer. */
const isRefused = (line: Observation): boolean =>
  !isCall(line) && line.reason !== "intervalHoldsZero";

const isRight = ({ verdict, truth }: Observation): boolean =>
  (verdict === "better" && truth > 0) || (verdict === "worse" && truth < 0);

/** The line whose estimates are on average furthest from the truth, in standard errors. */
function biasOf(lines: readonly Observation[]): string {
  const nameOf = ({ policy, feed, reward }: Observation): string => `${policy}, ${feed}, ${reward}`;
  const biases = [...new Set(lines.map(nameOf))].map((line) => {
    const all = lines.filter((each) => nameOf(each) === line);
    const errors = all.map(({ value, truth, se }) => (value - truth) / se).filter(Number.isFinite);
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return { line, mean };
  });
  const [worst] = biases.toSorted((a, b) => Math.abs(b.mean) - Math.abs(a.mean));
  return worst === undefined ? "" : `${worst.mean.toFixed(1)} (${worst.line})`;
}

/** Dangers with a sign in at least a tenth of the lines. */
function signsOf(lines: readonly Observation[]): string {
  const counts = new Map<string, number>();
  for (const sign of lines.flatMap(({ signs }) => signs)) {
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return [...counts]
    .map(([sign, count]) => ({ sign, share: count / lines.length }))
    .filter(({ share }) => share >= 0.1)
    .toSorted((a, b) => b.share - a.share)
    .map(({ sign, share }) => `${sign} ${decimal(share)}`)
    .join(", ");
}

const decimal = (share: number): string => share.toFixed(2).replace(/^0/, "");

import type { Count, Counts } from "./count.js";

const level = 0.95;

/** The tables of one setting: coverage, whether the value is off, and whether errors agree with the spread. */
export function sectionOf(counts: Counts): string {
  const lines = [...counts].map(([key, count]) => {
    const [estimator = "", policy = "", estimand = ""] = JSON.parse(key);
    return { estimator, policy, estimand, count };
  });
  const most = Math.max(...lines.map(({ count }) => count.values.length));
  const margin = 4 * Math.sqrt((level * (1 - level)) / most);
  const perTrajectory = lines.filter(({ estimand }) => estimand === "perTrajectory");
  const rows = perTrajectory.map(({ estimator, policy, count }) => {
    const key = JSON.stringify([estimator, policy, "perImpression"]);
    const other = counts.get(key);
    const cells = [
      shareOf(count, margin),
      other === undefined ? "" : shareOf(other, margin),
      (count.below / count.values.length).toFixed(3),
      errorOverSpread(count).toFixed(2),
      offBy(count).toFixed(2),
    ];
    return `| \`${estimator}\` | ${policy} | ${cells.join(" | ")} |`;
  });
  return [
    "| estimator | of | per trajectory | per impression | truth above | SE ÷ spread | off by |",
    "|---|---|---:|---:|---:|---:|---:|",
    ...rows,
    "",
    `${most} replicates: an interval that holds in 95 % of logs covers .95 ± ${margin.toFixed(4).slice(1)} here. Beyond that: **.xxx**.`,
  ].join("\n");
}

function shareOf({ held, values }: Count, margin: number): string {
  const share = held / values.length;
  const text = share.toFixed(3);
  return Math.abs(share - level) > margin ? `**${text}**` : text;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = ({ values }: Count): number => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

const errorOverSpread = (count: Count): number =>
  Math.sqrt(meanOf(count.variances)) / spreadOf(count);

/** Mean value less the truth, in spreads of one log. */
const offBy = (count: Count): number => (meanOf(count.values) - count.truth) / spreadOf(count);

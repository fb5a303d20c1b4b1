import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";
import { familyNames, familyOf } from "../levels/families.js";
import type { Count } from "./count.js";

const level = 0.95;

/** The table of the page: a row for each number of users, origin of predictions and family. */
export function sectionOf(rows: readonly DataRow[]): string {
  const families = new Map(familyNames.map((name, at) => [name, at]));
  const groups = [
    ...grouped(rows, ({ users, predictions, estimator = "" }) =>
      [users, predictions, familyOf(estimator)].join("|"),
    ),
  ].toSorted(([a], [b]) => placeOf(a, families) - placeOf(b, families));
  return [
    "| users | predictions | estimators | intervals | coverage of 95 % | beyond chance | SE ÷ spread | off by |",
    "|---:|---|---|---:|---:|---:|---:|---:|",
    ...groups.map(([key, own]) => lineOf(key, own)),
  ].join("\n");
}

const kinds = ["given", "fitted", "trust"];

function placeOf(key: string, families: ReadonlyMap<string, number>): number {
  const [users, predictions = "", family = ""] = key.split("|");
  return Number(users) * 100 + kinds.indexOf(predictions) * 10 + (families.get(family) ?? 0);
}

function lineOf(key: string, rows: readonly DataRow[]): string {
  const shares = rows.flatMap(({ perTrajectory = "", perImpression = "", logs }) =>
    [perTrajectory, perImpression]
      .filter((share) => share !== "")
      .map((share) => ({ share: Number(share), logs: Number(logs) })),
  );
  const beyond = shares.filter(
    ({ share, logs }) => Math.abs(share - level) > 4 * Math.sqrt((level * (1 - level)) / logs),
  );
  const range = (values: readonly number[], digits: number): string => {
    const [low, high] = [Math.min(...values), Math.max(...values)].map((each) =>
      each.toFixed(digits).replace("-", "−"),
    );
    return low === high ? String(low) : `${low}…${high}`;
  };
  const cells = [
    ...key.split("|"),
    String(shares.length),
    range(
      shares.map(({ share }) => share),
      3,
    ),
    String(beyond.length),
    range(
      rows.map(({ seOverSpread }) => Number(seOverSpread)),
      2,
    ),
    range(
      rows.map((row) => Number(row.offBy)),
      2,
    ),
  ];
  return `| ${cells.join(" | ")} |`;
}

export const shareOf = ({ held, values }: Count): number => held / values.length;

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const spreadOf = ({ values }: Count): number => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
};

export const errorOverSpread = (count: Count): number =>
  Math.sqrt(meanOf(count.variances)) / spreadOf(count);

/** Mean value less the truth, in spreads of one log. */
export const offBy = (count: Count): number =>
  (meanOf(count.values) - count.truth) / spreadOf(count);

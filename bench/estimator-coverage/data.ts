import { type DataRow, readData, withRows, writeData } from "../data-file.js";
import { familyOf } from "../levels/families.js";
import { writeLevels } from "../levels/rows.js";
import type { Count } from "./count.js";
import { errorOverSpread, offBy, shareOf } from "./section.js";

/** Of which logs: how many users, who come once or more often, and where predictions come from. */
export type Setting = Readonly<Record<"users" | "sessions" | "predictions", string>>;

interface Line {
  readonly estimator: string;
  readonly of: string;
  readonly estimand: string;
  readonly count: Count;
}

const keyOf = ({ users, sessions, predictions, estimator, of }: DataRow): string =>
  [users, sessions, predictions, estimator, of].join("|");

/** Writes docs/data/coverage-levels.csv, and docs/data/coverage.csv where that rests on no more logs. */
export function writeCounts(setting: Setting, counts: Iterable<readonly [string, Count]>): void {
  const lines = [...counts].map(([key, count]): Line => {
    const [estimator = "", of = "", estimand = ""] = JSON.parse(key);
    return { estimator, of, estimand, count };
  });
  writeLevels(
    lines.map(({ estimator, of, estimand, count }) => ({
      of: { ...setting, method: "t", family: familyOf(estimator), estimator, of, estimand },
      touches: count.touches,
    })),
  );
  const old = readData("coverage");
  const logsOf = new Map(old.map((row) => [keyOf(row), Number(row.logs)]));
  const found = rowsOf(setting, lines).filter(
    (row) => Number(row.logs) >= (logsOf.get(keyOf(row)) ?? 0),
  );
  writeData("coverage", withRows(old, found, keyOf));
}

function rowsOf(setting: Setting, lines: readonly Line[]): readonly DataRow[] {
  return lines
    .filter(({ estimand }) => estimand === "perTrajectory")
    .map(({ estimator, of, count }) => {
      const other = lines.find(
        (line) =>
          line.estimator === estimator && line.of === of && line.estimand === "perImpression",
      );
      return {
        ...setting,
        estimator,
        of,
        logs: String(count.values.length),
        perTrajectory: shareOf(count).toFixed(3),
        perImpression: other === undefined ? "" : shareOf(other.count).toFixed(3),
        truthAbove: (count.below / count.values.length).toFixed(3),
        seOverSpread: errorOverSpread(count).toFixed(2),
        offBy: offBy(count).toFixed(2),
      };
    });
}

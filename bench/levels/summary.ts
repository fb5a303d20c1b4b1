import type { DataRow } from "../data-file.js";
import { grouped } from "../grouped.js";
import { chartOf, type Panel } from "./chart.js";
import { familyNames } from "./families.js";
import { bandAround, differencesOf } from "./rows.js";

/** Coverage at all levels as pictures and as a table. */
export interface LevelsSummary {
  readonly methods: string;
  readonly estimators: string;
  readonly table: string;
}

export function summaryOfLevels(rows: readonly DataRow[]): LevelsSummary {
  const methods = rows.filter(({ family }) => family === "methods");
  const others = rows.filter(
    ({ family, estimand }) => family !== "methods" && estimand === "perTrajectory",
  );
  return {
    methods: chartOf(
      panelsOf(methods, ({ method = "", users = "" }) => `${method}, ${users} users`),
      "Coverage less level of every interval method, at 200 and 2,000 users.",
    ),
    estimators: chartOf(
      panelsOf(bySize(others), titleOf),
      "Coverage less level of the intervals of every family of estimators.",
    ),
    table: tableOf([...methods, ...bySize(others)]),
  };
}

const titleOf = ({ family = "", users = "", sessions, predictions }: DataRow): string =>
  predictions === "given"
    ? `${family}, ${users}, ${sessions}`
    : `${predictions}: ${family}, ${users}, ${sessions}`;

const kinds = ["given", "fitted", "trust"];

const bySize = (rows: readonly DataRow[]): readonly DataRow[] =>
  rows.toSorted((a, b) => placeOf(a) - placeOf(b));

const placeOf = ({ users, sessions, predictions = "", family = "" }: DataRow): number =>
  kinds.indexOf(predictions) * 1e6 +
  Number(users) * 100 +
  (sessions === "one" ? 0 : 50) +
  familyNames.indexOf(family);

function panelsOf(rows: readonly DataRow[], nameOf: (row: DataRow) => string): readonly Panel[] {
  return [...grouped(rows, nameOf)].map(([title, own]) => ({
    title,
    lines: own.map(differencesOf),
    band: bandAround(Number(own[0]?.logs)),
  }));
}

function tableOf(rows: readonly DataRow[]): string {
  const groups = grouped(rows, (row) =>
    [
      row.family === "methods" ? `\`${row.method}\`` : kindOf(row),
      Number(row.users).toLocaleString("en"),
      row.family === "methods" ? "" : (row.sessions ?? ""),
    ].join("|"),
  );
  return [
    "| intervals | users | sessions | logs | comparisons | largest difference, at level | leave the band |",
    "|---|---:|---|---:|---:|---:|---:|",
    ...[...groups].map(([key, own]) => {
      const sizeOf = ({ largestDifference }: DataRow): number =>
        Math.abs(Number(largestDifference));
      const worst = own.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
      const size = Number(worst?.largestDifference).toFixed(3).replace("-", "−");
      const by = `${size} at ${worst?.atLevel}`;
      const leaving = own.filter(({ leavesBand }) => leavesBand === "yes").length;
      const cells = [...key.split("|"), worst?.logs ?? "", String(own.length), by, String(leaving)];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

const kindOf = ({ family = "", predictions }: DataRow): string =>
  predictions === "given" ? family : `${family}, ${predictions}`;

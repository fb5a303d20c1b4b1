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
    table: `${tableOf([...methods, ...bySize(others)])}\n\n${besides(rows)}`,
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

const sizes: readonly (readonly [users: string, sessions: string])[] = [
  ["200", "one"],
  ["200", "several"],
  ["2000", "one"],
  ["2000", "several"],
];

/** The largest difference with its level, and how many comparisons leave the band, by kind and size of the logs. */
function tableOf(rows: readonly DataRow[]): string {
  const heads = sizes.map(
    ([users, sessions]) => `${Number(users).toLocaleString("en")} users, ${sessions}`,
  );
  return [
    `| intervals | ${heads.join(" | ")} |`,
    `|---|${"---:|".repeat(sizes.length)}`,
    ...[...grouped(rows, kindOf)].map(([kind, own]) => {
      const cells = sizes.map(([users, sessions]) =>
        cellOf(own.filter((row) => row.users === users && row.sessions === sessions)),
      );
      return `| ${[kind, ...cells].join(" | ")} |`;
    }),
  ].join("\n");
}

/** What the table and the pictures leave out, counted. */
function besides(rows: readonly DataRow[]): string {
  const own = rows.filter(({ estimand }) => estimand === "perImpression");
  const leaving = own.filter(({ leavesBand }) => leavesBand === "yes");
  return `Table and pictures are of estimates per trajectory. Of ${own.length} comparisons per impression ${leaving.length} leave the band (in the data).`;
}

function cellOf(rows: readonly DataRow[]): string {
  const sizeOf = ({ largestDifference }: DataRow): number => Math.abs(Number(largestDifference));
  const [worst] = rows.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  if (worst === undefined) return "–";
  const leaving = rows.filter(({ leavesBand }) => leavesBand === "yes").length;
  const short = (text = ""): string => text.replace("0.", ".").replace("-", "−");
  return `${short(worst.largestDifference)}@${short(worst.atLevel)}, ${leaving}/${rows.length}`;
}

const kindOf = ({ family = "", predictions, method }: DataRow): string => {
  if (family === "methods") return `\`${method}\``;
  return predictions === "given" ? family : `${family}, ${predictions}`;
};

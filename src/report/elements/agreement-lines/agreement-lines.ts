import type {
  ComparisonLine,
  LineStatistic,
  OnlineComparison,
  Over,
} from "../../../agreement/index.js";
import { statistics } from "../../../agreement/index.js";
import { showBareP, showNumber } from "../../../numeric/index.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import { estimandWords, feedWords } from "../../words/names.js";

const captions: Readonly<Record<Over, string>> = {
  policies: "Over policies: by how much each earned more than the baseline",
  days: "Over days: what a policy earned",
  dayDifferences: "Over days: by how much a policy earned more than the baseline",
};

/** Every estimator against online results: correlations, signs, slope, and the share within errors. */
export const agreementLines: Element<OnlineComparison> = defineElement({
  name: "agreement-lines",
  title: "Offline against online",
  view: (comparison: OnlineComparison) => (comparison.lines.length === 0 ? null : comparison),
  html: (comparison) => gridsMarkup(gridsOf(comparison)),
  text: (comparison, style) =>
    gridsText(gridsOf(style.brief === true ? firstKind(comparison) : comparison), style),
  markdown: (comparison) => gridsMarkdown(gridsOf(comparison)),
  csv: {
    columns: [
      "row",
      ...["over", "policy", "feed", "reward", "estimand", "estimator", "pairs", "effectiveDays"],
      ...["statistic", "value", "low", "high", "p", "adjustedP"],
    ],
    rows: ({ lines }) =>
      lines.flatMap((line) =>
        line.statistics.map((each) => ({
          row: "agreement",
          over: line.over,
          policy: line.policy,
          feed: line.feed,
          reward: line.reward,
          estimand: line.estimand,
          estimator: line.label,
          pairs: line.pairs.length,
          effectiveDays: line.effectiveDays,
          statistic: each.name,
          ...("none" in each
            ? {}
            : {
                value: each.value,
                low: each.interval?.[0] ?? null,
                high: each.interval?.[1] ?? null,
                p: each.p,
                adjustedP: each.adjustedP,
              }),
        })),
      ),
  },
  derived: ({ lines }) => lines.map(({ pairs }) => pairs.length),
});

/** A screen holds one way: over policies, where there are three of them. */
function firstKind(comparison: OnlineComparison): OnlineComparison {
  const { lines } = comparison;
  const has = (over: Over): boolean =>
    lines.some((line) => line.over === over && line.pairs.length >= 3);
  const shown = has("policies") ? "policies" : "days";
  const own = lines.filter(({ over }) => over === shown);
  return own.length === 0 ? comparison : { ...comparison, lines: own };
}

/** A table for each way to hold them together, feed and reward. */
function gridsOf({ lines, adjust }: OnlineComparison): readonly Grid[] {
  const keys = [...new Set(lines.map(keyOf))];
  return keys.flatMap((key): readonly Grid[] => {
    const own = lines.filter((line) => keyOf(line) === key);
    const [first] = own;
    if (first === undefined) return [];
    const ofDays = first.over !== "policies";
    const named = statistics.filter(({ name }) =>
      own.some((line) => line.statistics.some((each) => each.name === name)),
    );
    const columns = [
      { header: "estimator" },
      ...(ofDays ? [{ header: "policy" }] : []),
      { header: ofDays ? "days" : "policies", numeric: true },
      ...(ofDays ? [{ header: "worth", numeric: true }] : []),
      ...named.map(({ title }) => ({ header: title, numeric: true })),
      { header: "p of r", numeric: true },
      { header: "adjusted", numeric: true },
    ];
    const rows = own.map((line) => [
      line.label,
      ...(ofDays ? [line.policy ?? ""] : []),
      String(line.pairs.length),
      ...(ofDays ? [line.effectiveDays === null ? "–" : showNumber(line.effectiveDays, 1)] : []),
      ...named.map(({ name }) => shown(line.statistics.find((each) => each.name === name))),
      ...ofPearson(line),
    ]);
    const where = [first.reward, feedWords(first.feed), estimandWords[first.estimand]];
    const caption = `${captions[first.over]} – ${where.filter(Boolean).join(", ")}`;
    return [{ caption, columns, rows, notes: notesOf(own, adjust) }];
  });
}

const keyOf = ({ over, feed, reward }: ComparisonLine): string =>
  JSON.stringify([over, feed, reward]);

function shown(found: LineStatistic | undefined): string {
  if (found === undefined || "none" in found) return "–";
  const { value, interval } = found;
  const range =
    interval === null ? "" : ` [${showNumber(interval[0], 2)}, ${showNumber(interval[1], 2)}]`;
  return `${showNumber(value, 2)}${range}`;
}

function ofPearson({ statistics: found }: ComparisonLine): readonly string[] {
  const [first] = found;
  if (first === undefined || "none" in first || first.p === null) return ["–", "–"];
  return [showBareP(first.p), first.adjustedP === null ? "–" : showBareP(first.adjustedP)];
}

/** Why statistics have no answer, each reason once; and what p is adjusted for. */
function notesOf(lines: readonly ComparisonLine[], adjust: string): readonly string[] {
  const reasons = lines.flatMap((line) =>
    line.statistics.flatMap((each) => ("none" in each ? [each.none.message] : [])),
  );
  return [...new Set(reasons), `p is adjusted by ${adjust} for all lines of this page.`];
}

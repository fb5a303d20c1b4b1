import type {
  ComparisonLine,
  LineStatistic,
  OnlineComparison,
  Over,
} from "../../../agreement/index.js";
import { statistics } from "../../../agreement/index.js";
import { groupedBy } from "../../../numeric/grouped-by.js";
import { showBareP, showNumber } from "../../../numeric/show-number.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, numeric } from "../../formats/grid.js";
import { estimandWords, feedWords } from "../../words/names.js";
import { rangeWords } from "../../words/sets.js";

const captions: Readonly<Record<Over, string>> = {
  policies: "Over policies: by how much each earned more than the baseline",
  days: "Over days: what a policy earned",
  dayDifferences: "Over days: by how much a policy earned more than the baseline",
};

export const agreementLines: Element<OnlineComparison> = defineElement({
  name: "agreement-lines",
  title: "Offline and online results",
  view: (comparison: OnlineComparison) => (comparison.lines.length === 0 ? null : comparison),
  body: (comparison, { format, brief }) => {
    if (brief === true) return [shortGrid(comparison)];
    const grids = gridsOf(comparison);
    return format === "html" && grids.length > mostUnfolded ? foldedGrids(grids) : grids;
  },
  csv: {
    columns: [
      "row",
      ...["over", "policy", "feed", "reward", "estimand", "estimator", "pairs", "effectiveDays"],
      ...["statistic", "value", "lower", "upper", "p", "adjustedP", "setLower", "setUpper"],
    ],
    optional: ["setLower", "setUpper"],
    rows: ({ lines }) =>
      lines.flatMap((line) =>
        line.statistics.map((statistic) => ({
          row: "agreement",
          over: line.over,
          policy: line.policy,
          feed: line.feed,
          reward: line.reward,
          estimand: line.estimand,
          estimator: line.label,
          pairs: line.pairs.length,
          effectiveDays: line.effectiveDays,
          statistic: statistic.name,
          ...("none" in statistic
            ? {}
            : {
                value: statistic.value,
                lower: statistic.interval?.[0] ?? null,
                upper: statistic.interval?.[1] ?? null,
                p: statistic.p,
                adjustedP: statistic.adjustedP,
                ...(statistic.range && {
                  setLower: statistic.range[0],
                  setUpper: statistic.range[1],
                }),
              }),
        })),
      ),
  },
  derived: ({ lines }) => [
    lines.length,
    new Set(lines.map(({ label }) => label)).size,
    ...lines.map(({ pairs }) => pairs.length),
  ],
});

/**
 * A screen holds one table: the first estimator of the reward, over policies where there are three of them, else
 * over the days of each, by the difference from the baseline: days move the levels of both sides.
 */
function shortGrid({ lines, adjust }: OnlineComparison): Grid {
  const has = (over: Over): boolean =>
    lines.some((line) => line.over === over && line.pairs.length >= fewestPairs);
  const over = ways.find(has) ?? "days";
  const ofWay = lines.filter((line) => line.over === over);
  const comparisonLines = ofWay.length > 0 ? ofWay : lines;
  const main = comparisonLines.find(({ role }) => role === "reward") ?? comparisonLines[0];
  const shown = comparisonLines.filter(({ label }) => label === main?.label);
  const where = [
    { header: "reward", of: ({ reward }: ComparisonLine) => reward },
    { header: "feed", of: ({ feed }: ComparisonLine) => feed ?? "" },
    { header: "policy", of: ({ policy }: ComparisonLine) => policy ?? "" },
  ].filter(({ of }) => shown.some((line) => of(line) !== ""));
  const isLong = over !== "policies" && shown.length > mostOfDays;
  const grid = isLong ? { columns: [], rows: [] } : gridOf(shown, where);
  const estimators = new Set(lines.map(({ label }) => label)).size;
  return {
    ...grid,
    caption: `${captions[main?.over ?? over]} – ${main?.label ?? ""}, ${main === undefined ? "" : estimandWords[main.estimand]}`,
    notes: [
      ...(isLong ? [] : notesOf(shown, adjust)),
      isLong
        ? `${shown.length} correlations over days, by policy, reward and feed, do not fit on a screen: --verbose prints them and all ${lines.length} rows, --html a page with pictures.`
        : `One of ${estimators} estimators, and one way to compare it with online results: --verbose prints all ${lines.length} rows, --html a page with pictures.`,
    ],
  };
}

/** Correlations over days that a screen holds next to the differences over all of them. */
const mostOfDays = 8;

/** What a screen shows first, where it has three pairs. */
const ways: readonly Over[] = ["policies", "dayDifferences", "days"];

/** Tables that a page shows unfolded. */
const mostUnfolded = 4;

/** Where tables are many, the first of the most telling way, and the others folded, those of a way together. */
function foldedGrids(grids: readonly PlacedGrid[]): readonly Grid[] {
  const way = ways.find((candidate) =>
    grids.some(({ over, pairs }) => over === candidate && pairs >= fewestPairs),
  );
  const first = grids.find(({ over }) => over === way) ?? grids[0];
  const others = grids.filter((grid) => grid !== first);
  return [
    ...(first === undefined ? [] : [first]),
    ...ways.flatMap((over) => {
      const group = others.filter((grid) => grid.over === over);
      const tables = group.length === 1 ? "1 table" : `${group.length} tables`;
      const folded = `${captions[over]}: ${tables}`;
      return group.map((grid) => ({ ...grid, folded }));
    }),
  ];
}

interface PlacedGrid extends Grid {
  readonly over: Over;
  readonly pairs: number;
}

/** A correlation takes no fewer. */
const fewestPairs = 3;

const gridsOf = ({ lines, adjust }: OnlineComparison): readonly PlacedGrid[] =>
  groupedBy(lines, keyOf).map((comparisonLines) => {
    const { over, reward, feed, estimand } = comparisonLines[0] as ComparisonLine;
    const pairs = Math.max(...comparisonLines.map((line) => line.pairs.length));
    const where = [
      { header: "estimator", of: ({ label }: ComparisonLine) => label },
      ...(over === "policies"
        ? []
        : [{ header: "policy", of: ({ policy }: ComparisonLine) => policy ?? "" }]),
    ];
    const words = [reward, feedWords(feed), estimandWords[estimand]].filter(Boolean).join(", ");
    const caption = `${captions[over]} – ${words}`;
    return {
      ...gridOf(comparisonLines, where),
      caption,
      notes: notesOf(comparisonLines, adjust),
      over,
      pairs,
    };
  });

/** One way's comparisons as rows, each after its distinguishing words; without statistics that none of them has. */
function gridOf(
  lines: readonly ComparisonLine[],
  where: readonly { readonly header: string; readonly of: (line: ComparisonLine) => string }[],
): Pick<Grid, "columns" | "rows"> {
  const ofDays = lines.some(({ over }) => over !== "policies");
  const isFound = (name: string) => (line: ComparisonLine) =>
    line.statistics.some((statistic) => statistic.name === name && !("none" in statistic));
  const named = statistics.filter(({ name }) => lines.some(isFound(name)));
  const ofP = lines.some((line) => ofPearson(line).some((cell) => cell !== "–"))
    ? ["p of r", "adjusted"]
    : [];
  return {
    columns: [
      ...where.map(({ header }) => ({ header })),
      { header: ofDays ? "days" : "policies", numeric: true },
      ...(ofDays ? [{ header: "eff. n", numeric: true, spare: 1 }] : []),
      ...named.map(({ name, title }) => ({ header: title, numeric: true, ...spareOf(name) })),
      ...numeric(...ofP),
    ],
    rows: lines.map((line) => [
      ...where.map(({ of }) => of(line)),
      String(line.pairs.length),
      ...(ofDays ? [line.effectiveDays === null ? "–" : showNumber(line.effectiveDays, 1)] : []),
      ...named.map(({ name }) =>
        shown(line.statistics.find((statistic) => statistic.name === name)),
      ),
      ...(ofP.length === 0 ? [] : ofPearson(line)),
    ]),
  };
}

/** What a narrow terminal leaves out first. */
const spares: Readonly<Record<string, number>> = {
  kendall: 5,
  spearman: 4,
  slopeWithErrors: 3,
  sameSign: 2,
};

function spareOf(name: string): { readonly spare?: number } {
  const spare = spares[name];
  return spare === undefined ? {} : { spare };
}

const keyOf = ({ over, feed, reward }: ComparisonLine): string =>
  JSON.stringify([over, feed, reward]);

function shown(lineStatistic: LineStatistic | undefined): string {
  if (lineStatistic === undefined || "none" in lineStatistic) return "–";
  const { value, range = [value], interval } = lineStatistic;
  const reach =
    interval === null ? "" : ` [${showNumber(interval[0], 2)}, ${showNumber(interval[1], 2)}]`;
  return `${rangeWords(range)}${reach}`;
}

function ofPearson({ statistics }: ComparisonLine): readonly string[] {
  const [first] = statistics;
  if (first === undefined || "none" in first || first.p === null) return ["–", "–"];
  return [showBareP(first.p), first.adjustedP === null ? "–" : showBareP(first.adjustedP)];
}

/** Why statistics have no answer, each reason once; and what p is adjusted for. */
function notesOf(lines: readonly ComparisonLine[], adjust: string): readonly string[] {
  const reasons = lines.flatMap((line) =>
    line.statistics.flatMap((statistic) => ("none" in statistic ? [statistic.none.message] : [])),
  );
  const hasP = lines.some((line) => ofPearson(line)[0] !== "–");
  const adjusted = hasP ? [`p is adjusted by ${adjust} for all rows of this page.`] : [];
  return [...new Set(reasons), ...adjusted];
}

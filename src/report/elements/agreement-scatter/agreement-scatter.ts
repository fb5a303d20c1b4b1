import type { ComparisonLine, OnlineComparison, Pair } from "../../../agreement/index.js";
import { endsOf } from "../../../agreement/index.js";
import { LOGGED } from "../../../log/log-spec.js";
import { showStatistic } from "../../../numeric/show-number.js";
import { comparedPoint, pointMarks } from "../../charts/compared-points.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";
import { feedWords } from "../../words/names.js";

/** Most pictures of a page; the rest is in the CSV. */
const most = 12;

export const agreementScatter: Element<OnlineComparison> = defineElement({
  name: "agreement-scatter",
  title: "Offline (vertical) against online (horizontal)",
  view: ({ lines, baseline }: OnlineComparison) => {
    const ofOthers = lines.filter(({ policy }) => policy !== baseline && policy !== LOGGED);
    const drawn = drawnLines(ofOthers.length > 0 ? ofOthers : lines);
    return drawn.length === 0 ? null : { drawn, lines };
  },
  figures: ({ drawn }, plot) => drawn.map((line) => figureOf(line, plot)),
  body: ({ drawn }) => drawn.map(gridOf),
  csv: {
    columns: ["day", "online", "onlineSe", "offline", "offlineSe", "setLower", "setUpper"],
    optional: ["setLower", "setUpper"],
    rows: ({ lines }) =>
      lines.flatMap((line) =>
        line.pairs.map(({ policy, day, online, offline }) => ({
          row: "pair",
          over: line.over,
          policy,
          feed: line.feed,
          reward: line.reward,
          estimand: line.estimand,
          estimator: line.label,
          day,
          online: online.value,
          onlineSe: online.se,
          offline: offline.value,
          offlineSe: offline.se,
          ...(offline.set && { setLower: offline.set[0], setUpper: offline.set[1] }),
        })),
      ),
  },
});

/** Over policies where there are three of them, else day by day; an estimate of the reward and a score each. */
function drawnLines(lines: readonly ComparisonLine[]): readonly ComparisonLine[] {
  const enough = lines.filter(({ pairs }) => pairs.length >= 3);
  const overPolicies = enough.filter(({ over }) => over === "policies");
  const chosen =
    overPolicies.length > 0 ? overPolicies : enough.filter(({ over }) => over === "days");
  const groups = [...new Set(chosen.map(groupOf))];
  return groups
    .flatMap((group) => {
      const comparisonLines = chosen.filter((line) => groupOf(line) === group);
      const reward = comparisonLines.find(({ role }) => role === "reward");
      const score = comparisonLines.findLast(({ role }) => role === "score");
      return [reward, score].filter((line) => line !== undefined);
    })
    .slice(0, most);
}

const groupOf = ({ feed, reward, policy }: ComparisonLine): string =>
  JSON.stringify([feed, reward, policy]);

const nameOf = ({ label, reward, feed, policy }: ComparisonLine): string =>
  [label, reward, feedWords(feed), policy].filter(Boolean).join(", ");

const gridOf = (line: ComparisonLine): Grid => ({
  caption: nameOf(line),
  isOfPage: true,
  folded: "the points as a table",
  columns: [
    { header: line.over === "policies" ? "policy" : "day" },
    ...numeric("online", "± error", "offline", "± error"),
  ],
  rows: line.pairs.map(({ policy, day, online, offline }) => [
    day ?? policy,
    showStatistic(online.value),
    showStatistic(online.se),
    ...shownSet(offline),
  ]),
});

function shownSet(offline: Pair["offline"]): readonly string[] {
  const ends = offline.set === undefined ? [offline] : endsOf(offline);
  return [ends.map(({ value }) => value), ends.map(({ se }) => se)].map((numbers) =>
    numbers.map(showStatistic).join(" to "),
  );
}

/** A point a pair, with lines of twice its errors; of differences, lines at 0 where the points lie on both sides. */
function figureOf(line: ComparisonLine, plot: PlotLibrary): Figure {
  const points = line.pairs.map((pair) => comparedPoint(pair.day ?? pair.policy, pair));
  const tickFormat = (value: number): string => showStatistic(value);
  const zeroIn = (low: "west" | "south", high: "east" | "north"): readonly number[] =>
    line.over === "policies" &&
    points.some((from) => from[low] < 0) &&
    points.some((to) => to[high] > 0)
      ? [0]
      : [];
  return {
    title: nameOf(line),
    options: {
      ...{ height: 280, marginLeft: 56, inset: 6 },
      x: { label: "online", ticks: 5, tickFormat, nice: true },
      y: { label: "offline", ticks: 5, tickFormat, nice: true },
      marks: [
        plot.frame({ strokeOpacity: 0.3 }),
        plot.ruleX(zeroIn("west", "east"), { strokeDasharray: "3 3" }),
        plot.ruleY(zeroIn("south", "north"), { strokeDasharray: "3 3" }),
        ...pointMarks(points, plot),
      ],
    },
  };
}

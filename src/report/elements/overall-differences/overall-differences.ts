import type { OnlineComparison, Overall, OverallDifference } from "../../../agreement/index.js";
import { endsOf } from "../../../agreement/index.js";
import { counted, showNumber, showPercent, showStatistic } from "../../../numeric/show-number.js";
import { comparedPoint, pointMarks } from "../../charts/compared-points.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { estimandWords, feedWords } from "../../words/names.js";

interface View extends Overall {
  readonly confidence: number;
}

const outcomes: Readonly<Record<OverallDifference["outcome"], string>> = {
  right: "right",
  wrong: "wrong",
  onlineCannotTell: "online unclear",
  offlineCannotTell: "offline unclear",
};

export const overallDifferences: Element<OnlineComparison> = defineElement({
  name: "overall-differences",
  title: "What offline got right",
  view: ({ overall, confidence }: OnlineComparison): View | null =>
    overall === null || overall.differences.length === 0 ? null : { ...overall, confidence },
  figures: (view, plot) => figuresOf(view, plot),
  body: (view) => [gridOf(view)],
  csv: {
    columns: [
      ...["row", "policy", "feed", "reward", "estimand", "estimator", "baseline"],
      ...["online", "onlineSe", "offline", "offlineSe", "outcome", "withinErrors"],
      ...["setLower", "setUpper"],
    ],
    optional: ["setLower", "setUpper"],
    rows: ({ differences, label, estimand }) =>
      differences.map(({ online, offline, withinErrors, ...row }) => ({
        row: "difference",
        ...{ ...row, estimand, estimator: label },
        ...{ online: online.value, onlineSe: online.se },
        ...{ offline: offline.value, offlineSe: offline.se },
        withinErrors: withinErrors ? 1 : 0,
        ...(offline.set && { setLower: offline.set[0], setUpper: offline.set[1] }),
      })),
  },
  derived: ({ differences, confidence }) => [
    differences.length,
    100 * confidence,
    ...differences.flatMap((difference) =>
      [difference.online, difference.offline].flatMap(percentOf(difference)),
    ),
  ],
});

const percentOf =
  ({ baseline }: OverallDifference) =>
  (measured: OverallDifference["online"]): readonly number[] =>
    baseline === 0
      ? []
      : [measured, ...endsOf(measured)].flatMap(({ value, se }) =>
          [value, se].map((number) => (100 * number) / Math.abs(baseline)),
        );

function gridOf(view: View): Grid {
  const { differences, counts, confidence } = view;
  const agree = `In ${view.withinErrors} of ${differences.length} offline and online differ by no more than the errors of both allow; ${showNumber(100 * confidence, 0)} % of them should.`;
  return {
    caption: `Of ${counted(differences.length, "difference")} from the baseline, offline got the sign of ${counts.right} right and of ${counts.wrong} wrong; online cannot tell the sign of ${counts.onlineCannotTell}, offline that of ${counts.offlineCannotTell}`,
    columns: [
      ...texts("policy", "reward", "feed"),
      ...numeric("online", "offline"),
      { header: "outcome" },
      { header: "errors", spare: 1 },
    ],
    rows: differences.map((difference) => [
      ...[difference.policy, difference.reward, difference.feed ?? ""],
      shown(difference, difference.online),
      shown(difference, difference.offline),
      outcomes[difference.outcome],
      difference.withinErrors ? "" : "beyond",
    ]),
    notes: [
      `By ${view.label}, ${estimandWords[view.estimand]}: the difference from the baseline relative to what the baseline earned, ± standard error. ${agree}`,
    ],
  };
}

/** "+4.4 % ± 1.6 %", of a set each of its ends; or the difference itself where the baseline earned nothing. */
function shown({ baseline }: OverallDifference, measured: OverallDifference["online"]): string {
  const size = Math.abs(baseline);
  const ends = measured.set === undefined ? [measured] : endsOf(measured);
  return ends
    .map(({ value, se }) =>
      size === 0
        ? `${showStatistic(value)} ± ${showStatistic(se)}`
        : `${showPercent(value / size)} ± ${showPercent(se / size).replace("+", "")}`,
    )
    .join(" to ");
}

/** Relative differences with twice their errors, and the line on which both are equal. */
function figuresOf({ differences }: View, plot: PlotLibrary): readonly Figure[] {
  const points = differences.flatMap(({ baseline, online, offline, ...row }) => {
    if (baseline === 0) return [];
    const name = [row.policy, row.reward, feedWords(row.feed)].filter(Boolean).join(", ");
    const part = (value: number): number => (100 * value) / Math.abs(baseline);
    return [comparedPoint(name, { online, offline }, part)];
  });
  if (points.length === 0) return [];
  const all = points.flatMap(({ west, east, south, north }) => [west, east, south, north]);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const domain = [low, high];
  return [
    {
      title:
        "relative differences from the baseline in percent; the dashed line is offline = online",
      options: {
        ...{ height: 320, marginLeft: 56, inset: 6 },
        x: { label: "online, %", ticks: 5, domain, nice: true },
        y: { label: "offline, %", ticks: 5, domain, nice: true },
        marks: [
          plot.frame({ strokeOpacity: 0.3 }),
          plot.ruleX([0], { strokeOpacity: 0.3 }),
          plot.ruleY([0], { strokeOpacity: 0.3 }),
          plot.link([[low, high]], {
            ...{ x1: low, y1: low, x2: high, y2: high },
            strokeDasharray: "3 3",
          }),
          ...pointMarks(points, plot),
        ],
      },
    },
  ];
}

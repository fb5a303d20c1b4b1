import type { ClipPoint, ClipWeights } from "../../../evaluate/conclude/choices.js";
import { groupedBy } from "../../../numeric/grouped-by.js";
import { showCount, showStatistic } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric, texts } from "../../formats/grid.js";
import { estimandWords, feedWords } from "../../words/names.js";
import { nameOf, shownLimit } from "./curves-of.js";

export type KnownWeights = Extract<ClipWeights, { readonly points: readonly ClipPoint[] }>;

export const areKnown = (clipWeights: ClipWeights): clipWeights is KnownWeights =>
  "points" in clipWeights;

/** A panel of effective sample sizes and one of bias bounds, on the axis of the estimates; a line for each policy. */
export function clipPanels(weights: readonly KnownWeights[], plot: PlotLibrary): readonly Figure[] {
  // No value is read, so that effective sample sizes are the same by trajectory and by view.
  const sizes = groupedBy(weights, (row) => JSON.stringify([row.feed, labelOf(row)]));
  const bounds = groupedBy(weights, (row) =>
    JSON.stringify([row.feed, labelOf(row), row.estimand]),
  );
  return [
    ...sizes.flatMap((group) => {
      const once = group.filter(({ estimand }) => estimand === group[0]?.estimand);
      return panelOf(once, "ess", "Effective sample size", plot);
    }),
    ...bounds.flatMap((group) => {
      const per = group.map(({ estimand }) => estimandWords[estimand])[0];
      return panelOf(group, "biasBound", `Bias bound ${per}, of views that earn 0 to 1`, plot);
    }),
  ];
}

const labelOf = ({ estimator, limit, points }: KnownWeights): string =>
  `by ${nameOf({ estimator, parameters: points[0]?.parameters ?? {} }, limit)}, by ${limit}`;

function panelOf(
  weights: readonly KnownWeights[],
  y: "ess" | "biasBound",
  what: string,
  plot: PlotLibrary,
): readonly Figure[] {
  const [first] = weights;
  if (first === undefined) return [];
  const drawn = weights.flatMap(({ policy, points }) =>
    points.map((point) => ({ policy, limit: shownLimit(point.at), [y]: point[y] })),
  );
  const domain = [...new Set(drawn.map(({ limit }) => limit))];
  const channels = { x: "limit", y, stroke: "policy" };
  const title = [`${what} ${labelOf(first)}`, feedWords(first.feed)].filter(Boolean).join(", ");
  return [
    {
      title,
      options: {
        height: 150,
        x: { type: "point", domain, label: first.limit },
        y: { grid: true, label: null, zero: true, ticks: 4, nice: true, tickFormat: "~s" },
        color: seriesColours,
        symbol: { legend: true },
        marks: [plot.line(drawn, channels), plot.dot(drawn, { ...channels, symbol: "policy" })],
      },
    },
  ];
}

/** What each clip leaves of the weights, or why that is not known. */
export function weightsGrids(weights: readonly ClipWeights[]): readonly Grid[] {
  if (weights.length === 0) return [];
  const [answers, reasons] = [
    weights.filter(areKnown),
    weights.flatMap((weight) => ("none" in weight ? weight.none.message : [])),
  ];
  return [
    {
      caption:
        "What each clip leaves of the weights of views, and the bias that it can add at most",
      columns: [
        ...texts("policy", "estimator", "of", "parameter"),
        ...numeric("value", "effective sample size", "bias bound"),
      ],
      rows: answers.flatMap(({ policy, estimator, estimand, feed, limit, points }) =>
        points.map(({ at, ess, biasBound }) => [
          ...[policy, estimator],
          [estimandWords[estimand], feedWords(feed)].filter(Boolean).join(", "),
          ...[limit, shownLimit(at), shownSize(ess), showStatistic(biasBound)],
        ]),
      ),
      notes: [
        ...(answers.length === 0
          ? []
          : [
              "The bias bound is for views that earn 0 to 1; for other rewards multiply it by the most that a view can earn. It reads no reward, so a clip chosen by it is not chosen by the data that the interval is computed from.",
            ]),
        ...new Set(reasons),
      ],
    },
  ];
}

const shownSize = (size: number): string =>
  size < 100 ? showStatistic(size) : showCount(Math.round(size));

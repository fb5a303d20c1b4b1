import type { OnlineComparison } from "../../../agreement/index.js";
import { showBareP, showLevel, showNumber } from "../../../numeric/show-number.js";
import { seriesColours } from "../../charts/series-colours.js";
import { defineElement, type Element } from "../../element.js";
import type { Figure, PlotLibrary } from "../../figure.js";
import { type Grid, numeric } from "../../formats/grid.js";

type Source = Pick<OnlineComparison, "sensitivity">;
type View = NonNullable<OnlineComparison["sensitivity"]>;

/** How clips change which known differences are detected: how many, with which p and sign (the paper's Figure 1). */
export const sensitivityCurves: Element<Source> = defineElement({
  name: "sensitivity-curves",
  title: "Known differences detected, by clip",
  view: ({ sensitivity }: Source): View | null =>
    sensitivity === null ||
    sensitivity.rows.every(({ known, unknown }) => known.settings + unknown.settings === 0)
      ? null
      : sensitivity,
  figures: (view, plot) =>
    [...quantities, ...(view.unknownAre === "null" ? [leaning] : [])].map((quantity) =>
      figureOf(view, quantity, plot),
    ),
  body: (view, { brief }) => (brief === true ? shortGrids(view) : [gridOf(view)]),
  csv: {
    columns: [
      "clip",
      ...["settings", "truePositives", "truePositivesByP", "meanP", "signAgreement"],
      ...["unknownSettings", "foundAmongUnknown"],
    ],
    rows: ({ rows }) =>
      rows.map(({ label, clip, known, unknown }) => ({
        row: "sensitivity",
        estimator: label,
        clip,
        ...known,
        unknownSettings: unknown.settings,
        foundAmongUnknown: unknown.truePositives,
      })),
  },
  derived: ({ confidence }) => [0, 1 - confidence, 100 * confidence],
});

/** A screen holds a few clips, and only where some differences are known. */
function shortGrids(view: View): readonly Grid[] {
  const rows = view.rows.filter(({ clip }) => shortClips.includes(clip));
  const isKnown = rows.some(({ known }) => known.settings > 0) || view.unknownAre === "null";
  return isKnown && rows.length > 0 ? [gridOf({ ...view, rows })] : [];
}

const shortClips: readonly (number | "inf")[] = [1, 8, 64, 512, "inf"];

interface Quantity {
  readonly title: string;
  readonly of: (row: Pick<View["rows"][number], "known" | "unknown">) => number | null;
}

const quantities: readonly Quantity[] = [
  { title: "true-positive rate", of: ({ known }) => known.truePositives },
  { title: "mean one-sided p", of: ({ known }) => known.meanP },
  { title: "sign agreement", of: ({ known }) => known.signAgreement },
];

/** Which ranking a metric prefers although both earn the same. */
const leaning: Quantity = {
  title: "share above 0 where nothing differs (0.5: prefers neither)",
  of: ({ unknown }) => unknown.signAgreement,
};

const shown = (share: number | null): string => (share === null ? "–" : showNumber(share, 2));

function gridOf({ rows, confidence, unknownAre }: View): Grid {
  const [first] = rows;
  const isNull = unknownAre === "null";
  return {
    caption: `Known differences detected, by clip m (${first?.known.settings ?? 0} settings; ${first?.unknown.settings ?? 0} ${isNull ? "in which nothing differs" : "that online results leave open"})`,
    columns: [
      { header: "estimator" },
      ...numeric("m", "detected", "by p", "mean p", "sign", ...unknownHeaders(isNull)),
    ],
    rows: rows.map(({ estimator, clip, known, unknown }) => [
      estimator,
      clip === "inf" ? "∞" : String(clip),
      shown(known.truePositives),
      shown(known.truePositivesByP),
      known.meanP === null ? "–" : showBareP(known.meanP),
      shown(known.signAgreement),
      shown(unknown.truePositives),
      ...(isNull ? [shown(unknown.signAgreement)] : []),
    ]),
    notes: [
      `Detected: the two-sided ${showLevel(confidence)} interval of the difference lies on the same side of 0 as the online difference; by p: its one-sided p is below ${showNumber(1 - confidence, 2)}. A setting is a day of a policy. ${isNull ? "Falsely detected: the share with such an interval above 0 although nothing differs; above 0: the share of estimates above 0 there, half for a metric that prefers neither ranking." : "Where online results are inconclusive, a detection may be false."}`,
    ],
  };
}

const unknownHeaders = (isNull: boolean): readonly string[] =>
  isNull ? ["falsely detected", "above 0"] : ["detected, unknown"];

/** A quantity against m on an axis of powers of two, ∞ at its end; a line for each estimator. */
function figureOf({ rows }: View, { title, of }: Quantity, plot: PlotLibrary): Figure {
  const name = (clip: number | "inf"): string => (clip === "inf" ? "∞" : String(clip));
  const clips = [...new Set(rows.map(({ clip }) => clip))];
  const points = rows.map((row) => ({
    ...{ estimator: row.estimator, m: name(row.clip), share: of(row) },
  }));
  const channels = { x: "m", y: "share", stroke: "estimator" };
  const ticks = clips.filter((clip, at) => at % 3 === 0 || clip === "inf").map(name);
  return {
    title,
    options: {
      x: { type: "point", domain: clips.map(name), ticks, label: "m" },
      y: { domain: [0, 1], ticks: [0, 0.5, 1], grid: true, label: null },
      color: seriesColours,
      symbol: { legend: true },
      marks: [plot.line(points, channels), plot.dot(points, { ...channels, symbol: "estimator" })],
    },
  };
}

import type { OnlineComparison, Sensitivity, SensitivityRow } from "../../../agreement/index.js";
import { showBareP, showLevel, showNumber } from "../../../numeric/index.js";
import { linearScale } from "../../charts/scale.js";
import { scatterStyle } from "../../charts/scatter-style.js";
import { defineElement, type Element } from "../../element.js";
import { type Grid, gridsMarkdown, gridsMarkup, gridsText } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";

type Source = Pick<OnlineComparison, "sensitivity">;
type View = NonNullable<OnlineComparison["sensitivity"]>;

/** What clips make of known differences: how many are found, with which p and sign (the paper's Figure 1). */
export const sensitivityCurves: Element<Source> = defineElement({
  name: "sensitivity-curves",
  title: "What clips make of known differences",
  view: ({ sensitivity }: Source): View | null =>
    sensitivity === null ||
    sensitivity.rows.every(({ known, unknown }) => known.settings + unknown.settings === 0)
      ? null
      : sensitivity,
  html: (view) =>
    html`<div class="scatters">${quantities.map((quantity) => figure(view, quantity))}</div>${gridsMarkup([gridOf(view)])}`,
  text: (view, style) => gridsText(style.brief === true ? shortGrids(view) : [gridOf(view)], style),
  markdown: (view) => gridsMarkdown([gridOf(view)]),
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
  style: scatterStyle,
});

/** A screen holds a few clips, and only where some differences are known. */
function shortGrids(view: View): readonly Grid[] {
  const rows = view.rows.filter(({ clip }) => shortClips.includes(clip));
  const isKnown = rows.some(({ known }) => known.settings > 0) || view.unknownAre === "null";
  return isKnown && rows.length > 0 ? [gridOf({ ...view, rows })] : [];
}

const shortClips: readonly (number | "inf")[] = [1, 8, 64, 512, "inf"];

/** A share that a curve shows. */
interface Quantity {
  readonly title: string;
  readonly of: (known: Sensitivity) => number | null;
}

const quantities: readonly Quantity[] = [
  { title: "true-positive rate", of: ({ truePositives }) => truePositives },
  { title: "mean one-sided p", of: ({ meanP }) => meanP },
  { title: "sign agreement", of: ({ signAgreement }) => signAgreement },
];

const shown = (share: number | null): string => (share === null ? "–" : showNumber(share, 2));

function gridOf({ rows, confidence, unknownAre }: View): Grid {
  const [first] = rows;
  const isNull = unknownAre === "null";
  return {
    caption: `Known differences found, by clip m (${first?.known.settings ?? 0} settings; ${first?.unknown.settings ?? 0} ${isNull ? "in which nothing differs" : "that online cannot tell"})`,
    columns: [
      { header: "estimator" },
      ...["m", "found", "by p", "mean p", "sign", isNull ? "found falsely" : "found, unknown"].map(
        (header) => ({
          header,
          numeric: true,
        }),
      ),
    ],
    rows: rows.map(({ estimator, clip, known, unknown }) => [
      estimator,
      clip === "inf" ? "∞" : String(clip),
      shown(known.truePositives),
      shown(known.truePositivesByP),
      known.meanP === null ? "–" : showBareP(known.meanP),
      shown(known.signAgreement),
      shown(unknown.truePositives),
    ]),
    notes: [
      `Found: the two-sided ${showLevel(confidence)} interval of the difference lies on the side that online results name; by p: its one-sided p is below ${showNumber(1 - confidence, 2)}. A setting is a day of a policy. ${isNull ? "Found falsely: the share that lies above 0 in that way where nothing differs." : "Where online cannot tell, what is found may be false."}`,
    ],
  };
}

const [width, height, left, bottom] = [360, 240, 40, 40];

/** A quantity against m on an axis of powers of two, ∞ at its end; a line for each estimator. */
function figure({ rows }: View, { title, of }: Quantity): Markup {
  const clips = [...new Set(rows.map(({ clip }) => clip))];
  const x = linearScale([0, clips.length - 1], [left + 8, width - 12]);
  const y = linearScale([0, 1], [height - bottom, 8]);
  const names = [...new Set(rows.map(({ estimator }) => estimator))];
  const path = (name: string): string =>
    rows
      .filter(({ estimator }) => estimator === name)
      .flatMap((row) => placed(row, of, clips, (at, value) => `${x.at(at)},${y.at(value)}`))
      .join(" ");
  return html`<figure><figcaption>${title}</figcaption><svg class="scatter" aria-hidden="true" viewBox="0 0 ${width} ${height}">${[0, 0.5, 1].map((tick) => html`<line class="grid" x1="${left}" x2="${width - 4}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text class="end" x="${left - 6}" y="${y.at(tick) + 4}">${tick}</text>`)}${clips.map((clip, at) => (at % 3 === 0 || clip === "inf" ? html`<text x="${x.at(at)}" y="${height - bottom + 16}">${clip === "inf" ? "∞" : clip}</text>` : null))}<text class="end" x="${width - 4}" y="${height - 4}">m</text>${names.map((name, at) => html`<polyline points="${path(name)}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="${at === 0 ? "none" : "5 4"}"/><text class="start" x="${left + 90 * at}" y="${height - 4}">${at === 0 ? "—" : "- -"} ${name}</text>`)}</svg></figure>`;
}

const placed = (
  { clip, known }: SensitivityRow,
  of: Quantity["of"],
  clips: readonly (number | "inf")[],
  at: (place: number, value: number) => string,
): readonly string[] => {
  const value = of(known);
  return value === null ? [] : [at(clips.indexOf(clip), value)];
};

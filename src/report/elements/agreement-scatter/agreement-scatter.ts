import type { ComparisonLine, OnlineComparison, Pair } from "../../../agreement/index.js";
import { showStatistic } from "../../../numeric/index.js";
import { linearScale, type Scale } from "../../charts/scale.js";
import { scatterStyle } from "../../charts/scatter-style.js";
import { defineElement, type Element } from "../../element.js";
import { gridsMarkup } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { feedWords } from "../../words/names.js";

/** Most pictures of a page; the rest is in the CSV. */
const most = 12;

/** Online from left to right, offline from below, both with twice their errors; and the points as a table. */
export const agreementScatter: Element<OnlineComparison> = defineElement({
  name: "agreement-scatter",
  title: "Online from left to right, offline from below",
  view: ({ lines }: OnlineComparison) => {
    const drawn = drawnLines(lines);
    return drawn.length === 0 ? null : { drawn, lines };
  },
  html: ({ drawn }) =>
    html`<div class="scatters">${drawn.map(figure)}</div><details><summary>the points as a table</summary>${gridsMarkup(drawn.map(gridOf))}</details>`,
  csv: {
    columns: ["day", "online", "onlineSe", "offline", "offlineSe"],
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
        })),
      ),
  },
  style: scatterStyle,
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
      const own = chosen.filter((line) => groupOf(line) === group);
      const reward = own.find(({ role }) => role === "reward");
      const score = own.findLast(({ role }) => role === "score");
      return [reward, score].filter((line) => line !== undefined);
    })
    .slice(0, most);
}

const groupOf = ({ feed, reward, policy }: ComparisonLine): string =>
  JSON.stringify([feed, reward, policy]);

const nameOf = ({ label, reward, feed, policy }: ComparisonLine): string =>
  [label, reward, feedWords(feed), policy].filter(Boolean).join(", ");

const gridOf = (line: ComparisonLine) => ({
  caption: nameOf(line),
  columns: [
    { header: line.over === "policies" ? "policy" : "day" },
    ...["online", "± error", "offline", "± error"].map((header) => ({ header, numeric: true })),
  ],
  rows: line.pairs.map(({ policy, day, online, offline }) => [
    day ?? policy,
    showStatistic(online.value),
    showStatistic(online.se),
    showStatistic(offline.value),
    showStatistic(offline.se),
  ]),
});

const [width, height, left, bottom] = [360, 280, 56, 34];

function figure(line: ComparisonLine): Markup {
  const ends = (side: "online" | "offline"): readonly [number, number] => {
    const values = line.pairs.flatMap((pair) => [
      pair[side].value - 2 * pair[side].se,
      pair[side].value + 2 * pair[side].se,
    ]);
    return [Math.min(...values), Math.max(...values)];
  };
  const x = linearScale(ends("online"), [left + 6, width - 8]);
  const y = linearScale(ends("offline"), [height - bottom - 6, 8]);
  const floor = height - bottom;
  return html`<figure><figcaption>${nameOf(line)}</figcaption><svg class="scatter" aria-hidden="true" viewBox="0 0 ${width} ${height}"><rect x="${left}" y="2" width="${width - left - 2}" height="${floor - 2}" fill="none" stroke="currentColor" stroke-opacity=".3"/>${zeroLines(line, x, y)}${x.ticks.map((tick) => html`<text x="${x.at(tick)}" y="${floor + 16}">${showStatistic(tick)}</text>`)}${y.ticks.map((tick) => html`<text class="end" x="${left - 6}" y="${y.at(tick) + 4}">${showStatistic(tick)}</text>`)}<text class="end" x="${width - 4}" y="${height - 4}">online</text><text class="start" x="2" y="12">offline</text>${line.pairs.map((pair) => point(pair, x, y))}</svg></figure>`;
}

/** Where a difference has no sign. */
function zeroLines({ over }: ComparisonLine, x: Scale, y: Scale): readonly Markup[] {
  if (over === "days") return [];
  const inside = ({ low, high }: Scale): boolean => low < 0 && high > 0;
  return [
    ...(inside(x)
      ? [html`<line class="rule" x1="${x.at(0)}" x2="${x.at(0)}" y1="2" y2="${height - bottom}"/>`]
      : []),
    ...(inside(y)
      ? [html`<line class="rule" x1="${left}" x2="${width - 2}" y1="${y.at(0)}" y2="${y.at(0)}"/>`]
      : []),
  ];
}

function point({ online, offline }: Pair, x: Scale, y: Scale): Markup {
  const [cx, cy] = [x.at(online.value), y.at(offline.value)];
  const reach = (scale: Scale, { value, se }: Pair["online"]): readonly [number, number] => [
    scale.at(value - 2 * se),
    scale.at(value + 2 * se),
  ];
  const [x1, x2] = reach(x, online);
  const [y1, y2] = reach(y, offline);
  return html`<line class="thin" x1="${x1}" x2="${x2}" y1="${cy}" y2="${cy}" stroke-opacity=".5"/><line class="thin" x1="${cx}" x2="${cx}" y1="${y1}" y2="${y2}" stroke-opacity=".5"/><circle class="mark" cx="${cx}" cy="${cy}" r="3.5"/>`;
}

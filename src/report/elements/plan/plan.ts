import { showStatistic } from "../../../numeric/show-number.js";
import type { Plan, PlanLine } from "../../../planning/index.js";
import { linearScale } from "../../charts/scale.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { type Block, type Column, type Grid, numeric, texts } from "../../formats/grid.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { fits } from "../../formats/text/grid-lines.js";
import { describeLine, describeSize, type PlanLineView, placeOf, showShare } from "./plan-view.js";

interface View {
  readonly lines: readonly PlanLineView[];
  readonly power: string;
  readonly none: readonly string[];
  readonly unit: string;
}

const title = "What this log can detect";

export const plan: Element<Plan> = defineElement({
  name: "plan",
  title,
  always: true,
  view: (source): View => ({
    lines: source.lines.map((line) => describeLine(line, source)),
    power: showShare(source.power),
    none: source.none.map(
      ({ message, feed, ...line }) => `${placeOf({ ...line, feed: feed ?? "" })}: ${message}`,
    ),
    unit: source.days === null ? "Multiples of the log" : "Days",
  }),
  body: ({ lines, power, none, unit }, { format, width = Infinity }) => {
    const wide = planGrid(lines, power);
    const isNarrow = format === "text" && !fits(wide, width);
    const notes = [...lines.flatMap((line) => line.notes), ...none];
    const targets = lines.flatMap((line) =>
      line.target === "" ? [] : [`${placeOf(line)}, ${line.target}.`],
    );
    return [
      ...(lines.length === 0
        ? [{ title, sentences: [] }]
        : [isNarrow ? narrowGrid(lines, power) : wide]),
      ...lines.flatMap((line) => details(line, unit)),
      { sentences: [...targets, ...notes], isList: format !== "html" },
    ];
  },
  csv: {
    columns: [
      ...["row", "policy", "baseline", "estimator", "reward", "feed", "value", "se", "level"],
      ...["smallest", "smallestLift", "powerForSeen", "days", "moreDays", "trajectories"],
      ...["designEffect"],
    ],
    rows: ({ lines }) => lines.flatMap(csvRows),
  },
  derived: ({ lines }) =>
    lines.flatMap(({ line }) => [
      line.smallest.lift ?? 0,
      Math.round(100 * line.powerForSeen),
      Math.round(100 * (line.asked?.power ?? 0)),
      ...(line.logging === null
        ? []
        : [
            line.logging.mixture.filter(({ share }) => share >= 0.01).length,
            Math.round(100 * line.logging.errorRatio),
            Math.round(100 * Math.max(0, line.logging.cost)),
          ]),
    ]),
  style: `
.smallest{width:100%;max-width:32rem;height:auto}
.smallest .model{fill:none;stroke:currentColor;stroke-width:2}
`,
});

const places: readonly Column[] = [{ header: "policy", groups: true }, ...texts("reward", "feed")];

const placeCells = ({ policy, reward, feed }: PlanLineView): readonly string[] => [
  policy,
  reward,
  feed,
];

const planGrid = (lines: readonly PlanLineView[], power: string): Grid => ({
  title,
  caption: "the smallest difference, and how much log the estimated one needs",
  columns: [
    ...places,
    ...numeric(`detectable at ${power}`, "estimated", "its power"),
    { header: "ties", numeric: true, spare: 1 },
    ...texts("log needed"),
  ],
  rows: lines.map((line) => [
    ...placeCells(line),
    ...[line.smallest, line.difference, line.power, line.ties, line.need],
  ]),
});

const narrowGrid = (lines: readonly PlanLineView[], power: string): Grid => ({
  ...planGrid(lines, power),
  columns: [...places, ...numeric("detects", "estimate", "power"), ...texts("log needed")],
  rows: lines.map((line) => [
    ...placeCells(line),
    ...[shortest(line.smallest), shortest(line.difference), line.power, line.need],
  ]),
  notes: [
    `Detects: the smallest difference that this log detects with power ${power}, relative to the baseline where possible; power: the probability of detecting the estimate; log needed: to detect the estimate. A wider terminal, --html or --format csv also give differences in units of the reward.`,
  ],
});

/** "+4.11 %" of "+0.012 (+4.11 %)" */
const shortest = (size: string): string => /\((.*)\)$/.exec(size)?.[1] ?? size;

function details(view: PlanLineView, unit: string): readonly Block[] {
  const { line } = view;
  const folded = `${placeOf(view)}: the smallest difference over time`;
  const gridOf = (caption: string, header: string, rows: Grid["rows"]): Grid => ({
    ...{ caption, folded, isOfPage: true, rows },
    columns: [...texts(header), ...numeric("smallest difference")],
  });
  const days = line.byDays.map(({ days, ...size }) => [String(days), describeSize(size, line.se)]);
  const clips = line.byClip.map(({ clip, ...size }) => [String(clip), describeSize(size, line.se)]);
  return [
    { picture: smallestChart(placeOf(view), unit, line), folded },
    gridOf("Over time", unit.toLowerCase(), days),
    ...(clips.length === 0 ? [] : [gridOf("By clip", "clip", clips)]),
  ];
}

function csvRows({ line }: PlanLineView): readonly CsvRow[] {
  const { policy, baseline, estimator, reward, feed } = line;
  const key = { policy, baseline, estimator, reward, feed };
  const { value, se, level, powerForSeen, designEffect } = line;
  return [
    {
      row: "plan",
      ...key,
      ...{ value, se, level, powerForSeen, designEffect },
      smallest: line.smallest.difference,
      smallestLift: line.smallest.lift,
      days: line.seen.days,
      moreDays: line.seen.moreDays,
      trajectories: line.seen.trajectories,
    },
    ...line.byDays.map(({ days, difference, lift }) => ({
      ...{ row: "plan by days", ...key, days },
      ...{ smallest: difference, smallestLift: lift },
    })),
  ];
}

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [480, 160, 64, 24] as const;

/** The smallest detectable difference, falling with days; the dashed line is the estimated difference. */
function smallestChart(
  title: string,
  unit: string,
  { byDays, value }: Pick<PlanLine, "byDays" | "value">,
): Markup {
  const last = byDays.at(-1)?.days ?? 1;
  const level = Math.abs(value);
  const most = Math.max(level, ...byDays.map(({ difference }) => difference));
  const x = linearScale([0, last], [LEFT, WIDTH - 8]);
  const y = linearScale([0, most * 1.05], [HEIGHT - BOTTOM, 6]);
  const points = byDays
    .map(({ days, difference }) => `${x.at(days)},${y.at(difference)}`)
    .join(" ");
  return html`<svg class="smallest" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}: the smallest detectable difference</title><desc>It falls with ${unit.toLowerCase()}; the dashed line is the size of the estimated difference.</desc>${y.ticks.map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text class="end" x="${LEFT - 8}" y="${y.at(tick) + 4}">${showStatistic(tick)}</text>`)}${x.ticks.map((tick) => html`<text x="${x.at(tick)}" y="${HEIGHT - 6}">${showStatistic(tick)}</text>`)}<line class="rule" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(level)}" y2="${y.at(level)}"/><polyline class="model" points="${points}"/></svg>`;
}

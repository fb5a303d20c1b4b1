import { showStatistic } from "../../../numeric/index.js";
import type { Plan, PlanLine } from "../../../planning/index.js";
import { linearScale } from "../../charts/scale.js";
import { type CsvRow, defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { scrollingTable } from "../../formats/html/table.js";
import { markdownTable, markdownText } from "../../formats/markdown/table.js";
import { paragraphs } from "../../formats/text/blocks.js";
import { planLegend, planTable } from "./plan-text.js";
import { describeLine, describeSize, type PlanLineView, showShare } from "./plan-view.js";

interface View {
  readonly lines: readonly PlanLineView[];
  readonly power: string;
  readonly none: readonly string[];
  readonly unit: string;
}

/** What a log can settle, and what more of it would, line by line. */
export const plan: Element<Plan> = defineElement({
  name: "plan",
  title: "What this log can settle",
  always: true,
  view: (given): View => ({
    lines: given.lines.map((line) => describeLine(line, given)),
    power: showShare(given.power),
    none: given.none.map(
      ({ message, feed, ...line }) => `${placeOf({ ...line, feed: feed ?? "" })}: ${message}`,
    ),
    unit: given.days === null ? "Multiples of the log" : "Days",
  }),
  html: ({ lines, power, none, unit }) =>
    html`${lines.length === 0 ? null : table(lines, power)}${lines.map((line) => details(line, unit))}${[...lines.flatMap(({ notes }) => notes), ...none].map((note) => html`<p>${note}</p>`)}`,
  text: ({ lines, power, none }, style) => {
    const asked = lines.flatMap((line) =>
      line.asked === "" ? [] : [`${placeOf(line)}, ${line.asked}.`],
    );
    const legend = lines.length === 0 ? [] : planLegend(lines, power, style);
    const sentences = [...legend, ...asked, ...lines.flatMap(({ notes }) => notes), ...none];
    const heading = style.paint("bold", "What this log can settle");
    const drawn = lines.length === 0 ? [] : planTable(lines, power, style);
    return [
      { lines: [heading, ...drawn] },
      ...(sentences.length === 0 ? [] : [{ lines: paragraphs(sentences, style) }]),
    ];
  },
  markdown: ({ lines, power, none }) => [
    "## What this log can settle",
    ...(lines.length === 0
      ? []
      : [
          markdownTable(
            [
              "policy",
              "reward",
              "feed",
              `found at ${power}>`,
              "seen>",
              "its power>",
              "to find it takes",
            ],
            lines.map((line) => [
              ...[
                line.policy,
                line.reward,
                line.feed,
                line.smallest,
                line.seen,
                line.power,
                line.need,
              ],
            ]),
          ),
        ]),
    ...[...lines.flatMap(({ notes }) => notes), ...none].map((note) => `- ${markdownText(note)}`),
  ],
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

/** "candidate, like, feed home" */
const placeOf = ({
  policy,
  reward,
  feed,
}: Pick<PlanLineView, "policy" | "reward" | "feed">): string =>
  [policy, reward, ...(feed === "" ? [] : [`feed ${feed}`])].join(", ");

function table(lines: readonly PlanLineView[], power: string): Markup {
  const headings = [
    ...["Policy", "Reward", "Feed"].map((name) => ({ name })),
    ...[`Found at ${power}`, "Seen", "Its power", "Ties"].map((name) => ({ name, numeric: true })),
    { name: "To find it takes" },
    { name: "Asked" },
  ];
  const rows = lines.map(
    (line) => html`
<tr><th scope="row">${line.policy}</th><td>${line.reward}</td><td>${line.feed}</td><td class="number">${line.smallest}</td><td class="number">${line.seen}</td><td class="number">${line.power}</td><td class="number">${line.ties}</td><td>${line.need}</td><td>${line.asked}</td></tr>`,
  );
  return scrollingTable("What the log finds, and what it takes", headings, rows);
}

/** The picture of the smallest difference over days, and the numbers of it. */
function details(view: PlanLineView, unit: string): Markup {
  const { line } = view;
  const days = line.byDays.map(
    ({ days, ...size }) => html`
<tr><th scope="row">${days}</th><td class="number">${describeSize(size, line.se)}</td></tr>`,
  );
  const clips = line.byClip.map(
    ({ clip, ...size }) => html`
<tr><th scope="row">${clip}</th><td class="number">${describeSize(size, line.se)}</td></tr>`,
  );
  const headings = (name: string): readonly { name: string; numeric?: boolean }[] => [
    { name },
    { name: "Smallest difference", numeric: true },
  ];
  return html`<details><summary>${placeOf(view)}: the smallest difference over time</summary>${smallestChart(placeOf(view), unit, line)}${scrollingTable("Over time", headings(unit), days)}${clips.length === 0 ? null : scrollingTable("By clip", headings("Clip"), clips)}</details>`;
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

/** The smallest difference that is found, falling with days; the dashed line is the difference that was seen. */
function smallestChart(
  title: string,
  unit: string,
  { byDays, value }: Pick<PlanLine, "byDays" | "value">,
): Markup {
  const last = byDays.at(-1)?.days ?? 1;
  const seen = Math.abs(value);
  const most = Math.max(seen, ...byDays.map(({ difference }) => difference));
  const x = linearScale([0, last], [LEFT, WIDTH - 8]);
  const y = linearScale([0, most * 1.05], [HEIGHT - BOTTOM, 6]);
  const points = byDays
    .map(({ days, difference }) => `${x.at(days)},${y.at(difference)}`)
    .join(" ");
  return html`<svg class="smallest" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${title}: the smallest difference that is found</title><desc>It falls with ${unit.toLowerCase()}; the rule is the size of the difference that was seen.</desc>${y.ticks.map((tick) => html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(tick)}" y2="${y.at(tick)}"/><text class="end" x="${LEFT - 8}" y="${y.at(tick) + 4}">${showStatistic(tick)}</text>`)}${x.ticks.map((tick) => html`<text x="${x.at(tick)}" y="${HEIGHT - 6}">${showStatistic(tick)}</text>`)}<line class="rule" x1="${LEFT}" x2="${WIDTH}" y1="${y.at(seen)}" y2="${y.at(seen)}"/><polyline class="model" points="${points}"/></svg>`;
}

import { counted, showPercent } from "../../../numeric/show-number.js";
import { scaleOfAll } from "../../charts/bent-scale.js";
import { LIFT_RANGE, liftAxis, liftGrid, liftStrip } from "../../charts/lift-strip.js";
import type { Scale } from "../../charts/scale.js";
import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { verdictWords } from "../../words/names.js";
import { numbersOf } from "../../words/printed-numbers.js";
import {
  type Comparison,
  type Specification,
  type SpecificationView,
  specificationView,
} from "./specification-view.js";

/** Every choice of estimator, clip, curve and check of a comparison, from the lowest lift to the highest. */
export const specifications: Element<ReportedResult> = defineElement({
  name: "specifications",
  title: "Does it depend on a choice?",
  view: specificationView,
  summary: summaryOf,
  html: page,
  derived: (view) => [
    ...countsOf(view),
    ...numbersOf(`${view.tried} ${view.leftOut ?? ""}`).map(({ value }) => value),
    ...view.comparisons.flatMap(({ specifications }) =>
      specifications.flatMap(({ lift, interval }) =>
        [lift, ...(interval ?? [])].map((share) => 100 * share),
      ),
    ),
  ],
  style: `
.specifications{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:1.5rem 3rem;margin-top:1rem}
.specifications figure{margin:0;min-width:0;break-inside:avoid}
.specifications .lifts{grid-template-columns:fit-content(45%) fit-content(20%) minmax(0,1fr)}
.specifications .of{font-variant-numeric:tabular-nums;text-align:right}
.specifications .decides{font-weight:600}
.score{--tone:var(--quiet)}
`,
});

const countsOf = ({
  comparisons,
}: SpecificationView): readonly [choices: number, lines: number, turning: number] => [
  comparisons.reduce((sum, { specifications }) => sum + specifications.length, 0),
  comparisons.length,
  comparisons.filter(({ isUnanimous }) => !isUnanimous).length,
];

function summaryOf(view: SpecificationView): string {
  const [choices, lines, turning] = countsOf(view);
  const all = `${counted(choices, "choice")} tried for ${counted(lines, "comparison")}`;
  return turning === 0
    ? `${all}: all give the same verdict`
    : `${all}; for ${counted(turning, "comparison")} some choices differ`;
}

function page({ comparisons, tried, leftOut }: SpecificationView): Markup {
  return html`<p>The lift of each comparison under every choice that was made. ${tried}${leftOut !== null && ` ${leftOut}`}</p><p>The deciding choice is bold; nDCG and other scores are not rewards, and grey. The lift of a check is its alternative estimate relative to what the baseline earns.</p>
<div class="specifications">${comparisons.map(panel)}</div>
<p class="note">Lift in %, each comparison on its own scale; colours show what each interval says, not verdicts.</p>`;
}

/** One scale for each comparison: its choices are compared, not the comparisons. */
const scaleOf = (specifications: Comparison["specifications"]): Scale =>
  scaleOfAll(
    specifications.map(({ lift, interval }) => hundredfold(interval ?? [lift, lift])),
    LIFT_RANGE,
  );

function panel({ title, verdict, specifications, isUnanimous }: Comparison): Markup {
  const scale = scaleOf(specifications);
  const says = isUnanimous ? "every estimate of the reward says the same" : "choices differ";
  return html`
<figure><figcaption>${title}: <span class="${verdict}"><span class="toned">${verdictWords[verdict]}</span></span>; ${says}</figcaption><div class="lifts"><div class="behind" style="grid-row:1/span ${specifications.length}">${liftGrid(scale)}</div>${specifications.map((each, at) => row(each, title, at + 1, scale))}<div>${liftAxis(scale)}</div></div></figure>`;
}

function row(each: Specification, title: string, at: number, scale: Scale): Markup {
  const { name, choices, lift, interval, says } = each;
  const place = html`style="grid-row:${at}"`;
  const mark = {
    title: `${title}, ${name}`,
    description: `${says === null ? "score" : verdictWords[says]}, ${showPercent(lift)}`,
    value: 100 * lift,
    set: null,
    interval: interval === null ? ([100 * lift, 100 * lift] as const) : hundredfold(interval),
    ...{ open: null, truth: null },
  };
  return html`
<span${each.decides && html` class="decides"`} data-choices="${choices.join("\n")}" ${place}>${name}</span><span class="of" ${place}>${showPercent(lift)}</span><div class="${says ?? "score"}" ${place}>${liftStrip(mark, scale)}</div>`;
}

const hundredfold = ([low, high]: readonly [number, number]): readonly [number, number] => [
  100 * low,
  100 * high,
];

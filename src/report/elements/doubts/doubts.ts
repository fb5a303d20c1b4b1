import type { VerdictWord } from "../../../evaluate/conclude/result.js";
import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import type { ReportedResult } from "../../source.js";
import { describeDecision } from "../../words/decision-view.js";
import { verdictWords } from "../../words/names.js";
import type { OpenQuestion } from "../../words/open-questions.js";

interface View {
  /** The most serious first. */
  readonly open: readonly OpenQuestion[];
  readonly trust: string | null;
}

/** A card for each reason why comparisons of a policy are undecided, or why the number of a verdict is in doubt. */
export const doubts: Element<ReportedResult> = defineElement({
  name: "doubts",
  title: "Doubts",
  view: (result): View | null => {
    const { open = [], trust = null } = describeDecision(result) ?? {};
    return open.length === 0 && trust === null ? null : { open, trust };
  },
  html: ({ open, trust }) =>
    html`${open.length > 0 && html`<ul class="doubts">${open.map(card)}</ul>`}${trust !== null && html`<p class="note">${trust}</p>`}`,
  derived: ({ open }) => open.map(({ lines }) => lines),
  style: `
.doubts{list-style:none;margin:0;padding:0;columns:2 24rem;column-gap:3rem}
.doubts li{border-top:2px solid var(--tone);padding:.6rem 0 1.5rem;break-inside:avoid}
.doubts p{font-size:.9375rem}
.doubts .quiet{font-size:.875rem;font-weight:400;margin-left:.5rem}
.doubts code{color:var(--quiet);font-size:.8125rem;overflow-wrap:anywhere}
.doubts h3{overflow-wrap:anywhere}
.doubts+.note{margin:0}
`,
});

/** The doubt does not withdraw a verdict of better or worse. */
const words: Readonly<Record<VerdictWord, string>> = {
  ...verdictWords,
  better: "judged better",
  worse: "judged worse",
};

const card = ({ policy, place, verdict, message, code }: OpenQuestion): Markup => html`
<li class="${verdict}"><h3><span class="word">${words[verdict]}</span> ${policy} <span class="quiet">${place}</span></h3>
<p>${message} <code>${code}</code></p></li>`;

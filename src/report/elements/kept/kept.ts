import { leastAtRisk } from "../../../exposure/transitions/ranks.js";
import { defineElement, type Element } from "../../element.js";
import { html, type Markup } from "../../formats/html/markup.js";
import { markdownText } from "../../formats/markdown/markdown-text.js";
import { paragraphs } from "../../formats/text/blocks.js";
import { padEnd } from "../../formats/text/wrap.js";
import type { ReportedFeed } from "../../source.js";
import { describeFeed, describeTrajectories, percentCensored } from "../../words/feed.js";
import { describeKept, type KeptView } from "../../words/kept-curve.js";

interface View extends KeptView {
  /** "Feed home" */
  readonly feed: string;
  readonly trajectories: string;
  readonly percentCensored: number;
  /** How many numbers the kept curve has: of a measured one, its ranks. */
  readonly estimates: number;
}

export const kept: Element<ReportedFeed> = defineElement({
  name: "kept",
  title: null,
  always: true,
  style: "\n.keptCurve{--tone:var(--better)}.noCurve{--tone:var(--worse)}\n",
  view: (feed): View => ({
    ...describeKept(feed),
    feed: describeFeed(feed.feed),
    trajectories: describeTrajectories(feed),
    percentCensored: percentCensored(feed.trajectories, feed.censored),
    estimates: "code" in feed.kept ? 0 : feed.kept.fit.estimates.length,
  }),
  html: card,
  text: (view, style) => {
    const { isKept, word, sentence, recommended, trajectories } = view;
    const { paint } = style;
    const name = paint(isKept ? "green" : "red", paint("bold", padEnd(word.toUpperCase(), 12)));
    const why = recommended === null ? [] : [recommended];
    const lines = paragraphs([sentence, ...why, trajectories], style);
    return [{ lines: [`${name}${paint("bold", view.feed)}`, ...lines] }];
  },
  markdown: ({ isKept, word, sentence, recommended, trajectories }) => [
    `**${isKept ? "Kept" : "Refused"}: ${markdownText(word)}** · ${markdownText(sentence)}`,
    ...(recommended === null ? [] : [markdownText(recommended)]),
    markdownText(trajectories),
  ],
  derived: (view) => [view.percentCensored, view.estimates, leastAtRisk],
});

function card({ isKept, word, sentence, recommended, trajectories }: View): Markup {
  return html`<div class="card ${isKept ? "keptCurve" : "noCurve"}"><div><h3><span class="word">${isKept ? "Kept" : "Refused"}</span> ${word}</h3>
<p>${sentence}</p>
${recommended === null ? null : html`<p class="why">${recommended}</p>`}
<p class="quiet">${trajectories}</p></div></div>`;
}

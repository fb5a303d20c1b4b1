import type { Difference } from "../../evaluate/conclude/result.js";
import { capital } from "../say/capital.js";
import type { SaidVerdict } from "../say/say-verdict.js";
import { axisStrip } from "./axis-strip.js";
import { intervalStrip, STRIP_RANGE } from "./interval-strip.js";
import { html, type Markup } from "./markup.js";
import { linearScale, rangeAround } from "./scale.js";

/** The verdicts, one card each: the word, what it rests on, and the difference as a picture. */
export function verdictSection(verdicts: readonly SaidVerdict[]): Markup {
  return html`<section aria-labelledby="verdicts"><h2 id="verdicts">Verdicts</h2>
${verdicts.length === 0 ? html`<p>The study compares no policy with its baseline, so there is no verdict.</p>` : null}
<ol class="verdicts">${verdicts.map(card)}</ol></section>`;
}

function card(said: SaidVerdict): Markup {
  return html`
<li class="card ${said.verdict.verdict}"><div><h3><span class="word">${said.word}</span> ${said.policies}</h3>
<p class="question">${said.question}</p>
<p>${said.earned}</p>${
    said.compared === null
      ? null
      : html`
<p>${capital(said.compared)}</p>`
  }
<p class="why">${said.why}${said.by === null ? null : html` <span class="quiet">By ${said.by}.</span>`}</p></div>${said.difference === undefined ? null : picture(said, said.difference)}</li>`;
}

function picture(said: SaidVerdict, { value, interval, adjusted }: Difference): Markup {
  const scale = linearScale(rangeAround(0, [interval, adjusted.interval]), STRIP_RANGE);
  const title = `Difference ${said.policies}, ${said.question}`;
  const strip = { title, description: said.compared ?? "", value, interval, rule: 0 };
  return html`
<div class="picture">${intervalStrip({ ...strip, wide: adjusted.interval }, scale)}${axisStrip(scale)}</div>`;
}

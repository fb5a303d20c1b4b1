import type { Result, VerdictWord } from "../../evaluate/conclude/result.js";
import type { DrawOptions } from "../format.js";
import { toJson } from "../json/to-json.js";
import { mapStrings } from "../say/map-strings.js";
import { printable } from "../say/printable.js";
import { sayCurves } from "../say/say-curves.js";
import { otherWarnings, sayDiagnoses } from "../say/say-diagnoses.js";
import { sayDifferences } from "../say/say-differences.js";
import { sayEstimates } from "../say/say-estimates.js";
import { saySize } from "../say/say-log.js";
import { sayVerdicts } from "../say/say-verdict.js";
import { sayWhatIfs } from "../say/say-what-if.js";
import { intervalName } from "../say/study-facts.js";
import { verdictWords } from "../say/words.js";
import { curveSection } from "./curve-section.js";
import { diagnosisSection, warningSection } from "./diagnosis-section.js";
import { differenceSection } from "./difference-section.js";
import { estimateSection } from "./estimate-section.js";
import { logSection } from "./log-section.js";
import { html, type Markup } from "./markup.js";
import { page } from "./page.js";
import { readingSection } from "./reading-section.js";
import { style } from "./style.js";
import { verdictSection } from "./verdict-section.js";
import { whatIfSection } from "./what-if-section.js";

/**
 * A result as one HTML file: no script, nothing fetched, light and dark by the reader's setting.
 * Verdicts come first; names from the log and the study are escaped, and shown on one line.
 */
export function formatHtml(given: Result, { truth }: DrawOptions = {}): string {
  const result = mapStrings(given, printable);
  const interval = intervalName(result.study);
  return page({
    hindcast: result.hindcast,
    title: sayTally(result),
    lead: `What the policies would have earned, from what was logged. ${saySize(result.log)}`,
    style,
    sections: [
      verdictSection(sayVerdicts(result)),
      estimateSection(sayEstimates(result, truth), interval, truth),
      differenceSection(sayDifferences(result), interval, result),
      curveSection(sayCurves(result)),
      whatIfSection(sayWhatIfs(result)),
      diagnosisSection(sayDiagnoses(result.diagnostics)),
      warningSection(otherWarnings(result)),
      logSection(result.log),
      readingSection(),
      studySection(result),
    ],
  });
}

/** "1 better, 2 cannot tell" */
function sayTally({ verdicts }: Result): string {
  const order: readonly VerdictWord[] = ["better", "worse", "cannotTell", "doNotTrust"];
  const said = order.flatMap((word) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count === 0 ? [] : [`${count} ${verdictWords[word]}`];
  });
  return said.length === 0 ? "No verdict" : said.join(", ");
}

function studySection(result: Result): Markup {
  const study = toJson(result.study);
  return html`<section aria-labelledby="study"><h2 id="study">The study</h2>
<details><summary>As it was read, with every default</summary><pre>${study}</pre></details>
<p class="quiet">Hindcast ${result.hindcast}</p></section>`;
}

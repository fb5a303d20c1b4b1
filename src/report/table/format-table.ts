import type { Result } from "../../evaluate/conclude/result.js";
import type { DrawOptions } from "../format.js";
import { mapStrings } from "../say/map-strings.js";
import { sayCount } from "../say/number.js";
import { printable } from "../say/printable.js";
import { sayCurves } from "../say/say-curves.js";
import { otherWarnings, sayDiagnoses } from "../say/say-diagnoses.js";
import { sayDifferences } from "../say/say-differences.js";
import { sayEstimates } from "../say/say-estimates.js";
import { sayCounts, sayLog } from "../say/say-log.js";
import { sayVerdicts } from "../say/say-verdict.js";
import { sayWhatIfs } from "../say/say-what-if.js";
import { intervalName } from "../say/study-facts.js";
import { drawDiagnoses, drawReasons } from "./draw-diagnoses.js";
import { drawDifferences } from "./draw-differences.js";
import { drawEstimates } from "./draw-estimates.js";
import { drawVerdicts } from "./draw-verdicts.js";
import { drawWhatIfs } from "./draw-what-if.js";
import { painter } from "./paint.js";
import { wrap } from "./wrap.js";

const WIDTH = 100;

/**
 * A result for the terminal: verdicts first, then the log and the curves learnt, estimates,
 * differences, what other curves would make of them, diagnoses that are not ok, and warnings. Control characters in names are made visible. Ends with a line break.
 */
export function formatTable(given: Result, options: DrawOptions = {}): string {
  const result = mapStrings(given, printable);
  const width = Math.max(40, options.width ?? WIDTH);
  const paint = painter(options.colour ?? false);
  const interval = intervalName(result.study);
  const sections = [
    drawVerdicts(sayVerdicts(result), width, paint),
    section("Log", drawLog(result, width)),
    ...sayEstimates(result, options.truth).map((said) =>
      section("Estimates:", drawEstimates(said, interval, width, paint)),
    ),
    ...sayDifferences(result).map((said) =>
      section("Differences:", drawDifferences(said, interval, width, paint)),
    ),
    drawLegend(result),
    section("What if the curve were another", drawWhatIfs(sayWhatIfs(result), width, paint)),
    section("Diagnoses", drawDiagnoses(sayDiagnoses(result.diagnostics), width, paint)),
    section("Warnings", drawReasons(otherWarnings(result), "yellow", width, paint)),
    drawDays(result),
  ];
  const drawn = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${drawn.join("\n\n")}\n`;

  function section(title: string, lines: readonly string[]): readonly string[] {
    if (lines.length === 0) return [];
    const [first = "", ...more] = lines;
    return title.endsWith(":")
      ? [`${paint("bold", title)} ${first}`, ...more]
      : [paint("bold", title), ...lines];
  }
}

function drawLog(result: Result, width: number): readonly string[] {
  const { log } = result;
  const counts = sayCounts(log.counts).map(({ name, count }) => `${name} ${count}`);
  const counted = counts.length === 0 ? [] : [`Counted: ${counts.join(", ")}.`];
  const curves = sayCurves(result).map(({ sentence }) => sentence);
  return [...sayLog(log), ...counted, ...curves].flatMap((line) =>
    wrap(line, width - 2, 2).map((text) => `  ${text}`),
  );
}

function drawLegend(result: Result): readonly string[] {
  const warned = result.estimates.some((row) => !("none" in row) && row.warnings.length > 0);
  const decides = sayDifferences(result).some(({ rows }) => rows.some((row) => row.decides));
  return [
    ...(warned ? ["! a diagnosis or a warning below is about this number."] : []),
    ...(decides ? ["* a verdict rests on this row."] : []),
  ];
}

function drawDays({ estimates, differences }: Result): readonly string[] {
  const byDay = [...estimates, ...differences].filter((row) => row.day !== null).length;
  if (byDay === 0) return [];
  return [`Rows by day (${sayCount(byDay)}) are in --format json and csv.`];
}
